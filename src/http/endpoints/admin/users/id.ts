import { maxPasskeyIdLength } from "../../../../domain/passkey.ts";
import type { UserDone } from "../../../../pages/languages/english/admin.ts";
import { queryOf } from "../../../../verification/authentication/incoming.ts";
import {
  confirmEmail,
  deleteUser,
  endSessions,
  makeAdmin,
  restore,
  revokeAccess,
  revokeAdmin,
  suspend,
} from "../../../browser/admin-user/account.ts";
import {
  makeRecoveryLink,
  makeResetLink,
  removeIdentity,
  removeSecondFactor,
  removeSecondFactors,
} from "../../../browser/admin-user/recovery.ts";
import { showUser, userIn } from "../../../browser/admin-user/user-page.ts";
import { linkCreationField, whatWasSeen } from "../../../browser/form-fields.ts";
import { forAdminsOf } from "../../../browser/signed-in.ts";
import { endpoint } from "../../../operation/endpoint.ts";

/** docs/reference/interface.md §16. */
export const oneUser = endpoint({
  name: "admin/users/:id",
  paths: ["/admin/users/:id"],
  methods: ["GET", "POST"],
  section: "16",
  summary:
    "Shows a user and their grants; suspends, restores, or signs out the user, grants or revokes administrator rights, creates a reset link or recovery link, confirms the email address, revokes access, removes second factors and identities, or deletes the account",
  limit: "account-pages",
  reads: [],
  ...forAdminsOf(userIn, {
    fields: [
      {
        name: "reason",
        required: false,
        meaning:
          "For suspend, the reason shown to the user; for remove-second-factor, remove-second-factors, make-recovery-link, and remove-identity, the reason for the audit log.",
      },
      {
        name: "factor",
        required: false,
        maxLength: "passkey:".length + maxPasskeyIdLength + 1,
        meaning: "For remove-second-factor: `totp`, or `passkey:` and the credential ID.",
      },
      { name: "issuer", required: false, meaning: "For remove-identity: the provider's issuer." },
      {
        name: "subject",
        required: false,
        meaning: "For remove-identity: the user's subject at the provider.",
      },
      { name: "email", required: false, meaning: "For confirm-email: the displayed address." },
      { name: "application_id", required: false, meaning: "For revoke-access: which application." },
      {
        name: "screen_name",
        required: false,
        meaning: "For delete: the account's screen name, typed to confirm.",
      },
      { ...whatWasSeen, meaning: "For restore: the suspension that the form was displayed with." },
      linkCreationField("For make-link and make-recovery-link"),
    ],
    show(call) {
      const [asked = ""] = queryOf(call.incoming).keys();
      return showUser(call, { done: doneIn(asked) });
    },
    changes: {
      suspend,
      restore,
      "end-sessions": endSessions,
      "make-link": makeResetLink,
      "grant-admin": makeAdmin,
      "revoke-admin": revokeAdmin,
      "confirm-email": confirmEmail,
      "revoke-access": revokeAccess,
      "remove-second-factor": removeSecondFactor,
      "remove-second-factors": removeSecondFactors,
      "make-recovery-link": makeRecoveryLink,
      "remove-identity": removeIdentity,
      delete: deleteUser,
    },
  }),
});

function doneIn(asked: string): UserDone | undefined {
  return dones.find((one) => one === asked);
}

const dones: readonly UserDone[] = [
  "suspended",
  "restored",
  "administrator-made",
  "administrator-unmade",
  "sessions-ended",
  "other-sessions-ended",
  "email-confirmed",
  "access-revoked",
  "second-factor-removed",
  "second-factors-removed",
  "identity-removed",
  "link-created-before",
  "recovery-link-created-before",
];
