import type { Frame } from "./layout.ts";

/** Who looks at a page that is for people who are signed in. */
export type Person = {
  readonly frame: Frame;
  /** For all forms of the page. */
  readonly csrf: string;
  readonly screenName: string;
  readonly isOperator: boolean;
  /** Otherwise weighty changes ask for the password once more. */
  readonly signedInRecently: boolean;
};
