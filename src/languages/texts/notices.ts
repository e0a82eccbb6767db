import type { CollaboratorRole } from "../../domain/collaborator.ts";
import type { LimitCounted, LimitPercent, NotificationKind } from "../../domain/notification.ts";
import type { Sentence } from "../sentence.ts";

/** The text of one email: what happened, and what to do about it. */
type NoticeWords<Said> = {
  readonly subject: (application: string) => Sentence;
  readonly said: Said;
  /** For recipients who can open the application's pages. */
  readonly advice?: string;
};

type OfOne = (application: string, person: string) => Sentence;

/** Emails to an application's owner and admins. */
export type NoticeTexts = {
  readonly notices: {
    readonly "secret-made": NoticeWords<{
      readonly byPerson: OfOne;
      readonly byService: (application: string) => Sentence;
    }>;
    readonly suspended: NoticeWords<(application: string, because: string) => Sentence>;
    readonly restored: NoticeWords<(application: string) => Sentence>;
    readonly "collaborator-joined": NoticeWords<Readonly<Record<CollaboratorRole, OfOne>>>;
    readonly "collaborator-removed": NoticeWords<OfOne>;
    readonly "collaborator-left": NoticeWords<OfOne>;
    readonly "ownership-offered": NoticeWords<OfOne>;
    readonly transferred: NoticeWords<(application: string, from: string, to: string) => Sentence>;
    readonly "limit-reached": NoticeWords<
      Readonly<
        Record<
          LimitPercent,
          Readonly<
            Record<LimitCounted, (application: string, limit: string, allowed: number) => Sentence>
          >
        >
      >
    >;
    readonly "old-secret": NoticeWords<(application: string) => Sentence>;
  };
  /** The labels of links into the portal. */
  readonly open: Readonly<
    Record<"overview" | "keys" | "collaborators" | "transfer" | "usage", string>
  >;
  /** Why the person gets this email, and where to turn such emails off. */
  readonly why: (service: string) => Sentence;
  readonly settings: string;
};

/** The page on which a person turns emails about applications off. */
export type NotificationTexts = {
  readonly what: string;
  readonly kinds: Readonly<
    Record<NotificationKind, { readonly label: string; readonly hint: string }>
  >;
  readonly legend: string;
  readonly always: string;
  readonly save: string;
  readonly saved: string;
  /** Why no emails arrive. */
  readonly withoutMail: { readonly what: string; readonly advice: string };
  readonly unproven: { readonly what: string; readonly advice: string };
};
