import type { Browser } from "../../accounts/browser-session.ts";
import type { Session } from "../../domain/session.ts";
import type { Viewer } from "../../pages/views/viewer.ts";
import type { Call } from "../operation/endpoint.ts";

export interface ViewerCall extends Call<Browser> {
  readonly session: Session;
  readonly viewer: Viewer;
  readonly now: number;
}

export type Form = ReadonlyMap<string, string>;
