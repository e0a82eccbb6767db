import type { AccessLevel } from "../../../domain/access.ts";
import type { Overlap } from "../../../domain/application.ts";
import type { Sentence } from "../../sentence.ts";
import type { AdviceText, Explanation } from "../explanation.ts";

/** The credentials of an application. Each has a page. */
export type Credential = "consumer-secret" | "bearer-token" | "access-token";

export type KeysTexts = {
  readonly title: string;
  readonly terms: Readonly<Record<"consumer-key" | Credential, string>>;
  /** Followed by a day, and by how many days ago that was. */
  readonly set: string;
  /** Followed by a date and time. */
  readonly oldUntil: string;
  readonly oldEnded: string;
  /** Followed by a day, and by how many days ago that was. */
  readonly outstanding: string;
  readonly noBearer: string;
  /** Of a bearer token that the previous secret fetched; followed by a date and time. */
  readonly previousBearerUntil: string;
  readonly noAccess: string;
  /** Each is followed by a day, and by how many days ago that was. */
  readonly access: Readonly<Record<AccessLevel, string>>;
  /** Links to the page of each credential: to make one, to also end one, or only to end one if none can be made. */
  readonly links: Readonly<
    Record<Credential, Readonly<Record<"make" | "end" | "onlyEnd", string>>>
  >;
  /** Below a page's title. */
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
  /** On the page that shows a new secret, once. */
  readonly made: Readonly<Record<Credential, string>>;
  readonly labels: Readonly<Record<"token" | "token-secret", string>>;
  readonly shownOnce: AdviceText;
  readonly reload: string;
  /** The page for a form that no longer applies: it was sent twice, or the page was out of date. */
  readonly stale: Readonly<Record<Credential, Explanation>>;
};
