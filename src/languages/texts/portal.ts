import type {
  ApplicationsTexts,
  ApplicationTexts,
  CreationTexts,
  DeletionTexts,
} from "./portal/applications.ts";
import type { CheckTexts } from "./portal/check.ts";
import type {
  CollaboratorsTexts,
  InvitationsTexts,
  TransferTexts,
} from "./portal/collaborators.ts";
import type { KeysTexts } from "./portal/keys.ts";
import type { ProgramsTexts } from "./portal/programs.ts";
import type { DraftTexts, SettingsTexts } from "./portal/settings.ts";
import type { WalkTexts } from "./portal/try.ts";
import type { UsageTexts } from "./portal/usage.ts";
import type { UsersTexts } from "./portal/users.ts";

export type PortalTexts = {
  readonly applications: ApplicationsTexts;
  readonly creation: CreationTexts;
  readonly application: ApplicationTexts;
  readonly draft: DraftTexts;
  readonly settings: SettingsTexts;
  readonly deletion: DeletionTexts;
  readonly keys: KeysTexts;
  readonly programs: ProgramsTexts;
  readonly walk: WalkTexts;
  readonly usage: UsageTexts;
  readonly users: UsersTexts;
  readonly collaborators: CollaboratorsTexts;
  readonly transfer: TransferTexts;
  readonly invitations: InvitationsTexts;
  readonly check: CheckTexts;
  readonly docs: {
    /** Shown above the documentation in every language but English. */
    readonly inEnglish: string;
  };
};
