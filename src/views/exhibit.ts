import type { Html } from "./html.ts";

/** A page in one of its states, for the gallery. */
export type Exhibit = { readonly name: string; readonly page: Html };
