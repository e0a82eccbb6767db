import type { ApplicationRole, CollaboratorRole } from "../../../domain/collaborator.ts";
import type { Sentence } from "../../sentence.ts";
import type { AdviceText } from "../explanation.ts";

/** Why an invitation or an offer was refused. */
export type InvitationProblem =
  | "unknown"
  | "is-owner"
  | "is-collaborator"
  | "no-role"
  | "too-many"
  | "too-many-waiting";

export type CollaboratorsTexts = {
  readonly title: string;
  readonly what: string;
  readonly roles: Readonly<Record<ApplicationRole, string>>;
  readonly columns: Readonly<Record<"person" | "role" | "state" | "change", string>>;
  readonly accepted: string;
  readonly invited: string;
  /** Followed by the day on which an invitation or an offer expires. */
  readonly until: string;
  readonly makeRole: Readonly<Record<CollaboratorRole, string>>;
  readonly remove: string;
  readonly withdraw: string;
  readonly none: string;
  /** For a collaborator: what leaving means. */
  readonly leaveWhat: string;
  readonly leave: string;
  readonly invite: {
    readonly title: string;
    readonly screenName: string;
    readonly role: string;
    readonly hints: Readonly<Record<CollaboratorRole, string>>;
    readonly submit: string;
    readonly notInvited: string;
    readonly problems: Readonly<Record<InvitationProblem, string>>;
  };
  /** The page that asks for a proof before someone is made an admin, if the sign-in is not recent. */
  readonly confirm: {
    readonly title: string;
    readonly what: (user: string) => Sentence;
    readonly submit: string;
    readonly notChanged: string;
  };
};

export type TransferTexts = {
  readonly title: string;
  readonly what: string;
  readonly screenName: string;
  readonly submit: string;
  readonly notOffered: string;
  readonly problems: Readonly<Record<InvitationProblem, string>>;
  /** While the person has not answered the offer. */
  readonly offered: (user: string) => Sentence;
  readonly withdraw: string;
};

export type InvitationNote = "declined" | "left" | "gone" | "too-many";

export type InvitationsTexts = {
  readonly title: string;
  readonly none: string;
  readonly noneAdvice: string;
  readonly invited: Readonly<
    Record<ApplicationRole, (owner: string, application: string) => Sentence>
  >;
  readonly means: Readonly<Record<ApplicationRole, string>>;
  readonly accept: Readonly<Record<ApplicationRole, string>>;
  readonly decline: string;
  readonly notes: Readonly<Record<Exclude<InvitationNote, "too-many">, string>>;
  readonly tooMany: (most: number) => string;
  /** Above the person's own applications, if an invitation waits for them. */
  readonly waiting: AdviceText;
};
