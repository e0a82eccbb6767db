import type { Logger } from "pino";
import type { Config } from "../../config/config.ts";
import type { Random } from "../../domain/credentials.ts";
import type { Appearance } from "../../pages/views/appearance.ts";
import type { IdentityProvider } from "../../tools/identity-providers/identity-provider.ts";
import type { Spans } from "../../tools/spans.ts";
import type { InheritedSockets } from "./inherited-sockets.ts";

export interface Start {
  readonly config: Config;
  readonly look: Appearance;
  readonly providers: readonly IdentityProvider[];
  /** Everything that the steps have opened is closed in reverse order, even if a later step fails. */
  readonly resources: AsyncDisposableStack;
  readonly log: Logger;
  readonly spans: Spans | undefined;
  readonly clock: () => number;
  readonly random: Random;
  readonly process: number | undefined;
  readonly sockets: InheritedSockets | undefined;
}

export function isInMemory({ database }: Config): boolean {
  return database === ":memory:";
}

/** The first of several processes does what must be done only once. */
export function isFirst({ process = 1 }: Start): boolean {
  return process === 1;
}
