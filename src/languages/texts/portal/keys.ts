import type { AccessLevel } from "../../../domain/access.ts";
import type { Overlap } from "../../../domain/application.ts";
import type { Sentence } from "../../sentence.ts";
import type { Explanation, Notice } from "../explanation.ts";

/** What an application proves itself with, each with a page of its own. */
export type Credential = "consumer-secret" | "bearer-token" | "access-token";

export type KeysTexts = {
  readonly title: string;
  readonly terms: Readonly<Record<"consumer-key" | Credential, string>>;
  /** Followed by a day, and by how long ago that is. */
  readonly set: string;
  /** Followed by a moment. */
  readonly oldUntil: string;
  readonly oldEnded: string;
  /** Followed by a day, and by how long ago that is. */
  readonly outstanding: string;
  readonly noBearer: string;
  readonly noAccess: string;
  /** Each followed by a day, and by how long ago that is. */
  readonly access: Readonly<Record<AccessLevel, string>>;
  /** To the page of each: as it begins, where there is something to end as well, and where nothing can be made. */
  readonly links: Readonly<
    Record<Credential, Readonly<Record<"make" | "end" | "onlyEnd", string>>>
  >;
  /** Beneath a page's title. */
  readonly of: (application: string) => Sentence;
  readonly notDone: string;
  readonly regenerateSecret: {
    readonly title: string;
    readonly what: string;
    readonly people: (people: number) => string;
    readonly endsOlder: string;
    readonly overlap: string;
    readonly overlaps: Readonly<Record<Overlap, { readonly label: string; readonly hint: string }>>;
    readonly chooseOverlap: string;
    readonly submit: string;
  };
  readonly endOldSecret: {
    readonly title: string;
    readonly what: string;
    readonly people: (people: number) => string;
    readonly submit: string;
  };
  readonly nobody: string;
  readonly issueBearer: { readonly title: string; readonly what: string; readonly submit: string };
  readonly revokeBearer: { readonly title: string; readonly what: string; readonly submit: string };
  readonly makeAccess: {
    readonly generate: string;
    readonly regenerate: string;
    readonly what: string;
    readonly level: Readonly<Record<AccessLevel, string>>;
    readonly withEmail: string;
    readonly endsOld: string;
  };
  readonly revokeAccess: { readonly title: string; readonly what: string; readonly submit: string };
  /** The page that shows a secret, once. */
  readonly made: Readonly<Record<Credential, string>>;
  readonly labels: Readonly<Record<"token" | "token-secret", string>>;
  readonly shownOnce: Notice;
  readonly reload: string;
  /** The page of a form whose ground has moved: sent again, or from an older page. */
  readonly stale: Readonly<Record<Credential, Explanation>>;
};
