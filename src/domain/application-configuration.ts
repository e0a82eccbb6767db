/** What an administrator describes of one application, to be made so in one write. */
import type { Application, NewApplication } from "./application.ts";
import type { Collaborator, CollaboratorRole } from "./collaborator.ts";
import type { ApplicationId, UserId } from "./credentials.ts";
import type { ApplicationDraft } from "./fields/application.ts";
import type { LimitChanges } from "./limits.ts";

export interface SeenApplication {
  readonly application: Application;
  readonly collaborators: readonly Collaborator[];
}

/** Parts that are left out stay as they are. */
export interface ApplicationConfiguration {
  readonly applicationId: ApplicationId;
  /** The application as the caller saw it, or a new one; `byName`: its owner may have no other one of its name. */
  readonly from: SeenApplication | { readonly created: NewApplication; readonly byName: boolean };
  /** It is deleted, and has no other parts. */
  readonly isAbsent?: true;
  readonly draft?: ApplicationDraft | undefined;
  /** Callback schemes that are confirmed. */
  readonly schemes?: readonly string[];
  readonly ownerId?: UserId | undefined;
  readonly limits?: LimitChanges | undefined;
  /** Null: it follows the default plan. */
  readonly plan?: string | null | undefined;
  /** Null lifts the suspension. */
  readonly suspendedBecause?: string | null | undefined;
  /** Null approves it. */
  readonly declinedBecause?: string | null | undefined;
  /** Exactly these: all others are removed, and new ones are invited. */
  readonly collaborators?: readonly WantedCollaborator[] | undefined;
  readonly now: number;
}

export interface WantedCollaborator {
  readonly userId: UserId;
  readonly role: CollaboratorRole;
}

/** Thrown by a write if a rule forbids it. The message is for the administrator, and nothing was written. */
export class ConfigurationRejected extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ConfigurationRejected";
  }
}
