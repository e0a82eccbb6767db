import { maxPasskeyIdLength } from "../../../../domain/passkey.ts";
import type { UserDone } from "../../../../pages/languages/english/admin.ts";
import { queryOf } from "../../../../verification/authentication/incoming.ts";
import { endpoint } from "../../../../verification/endpoint.ts";
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

/** docs/reference/interface.md §16. */
export const oneUser = endpoint({
  name: "admin/users/:id",
  paths: ["/admin/users/:id"],
  methods: ["GET", "POST"],
  section: "16",
  summary:
    "Shows a user and what they granted; suspends, restores, signs out, makes an administrator or a link to a new password, confirms the email address, revokes access, removes second factors, deletes the account",
  limit: "account-pages",
  reads: [],
  ...forAdminsOf(userIn, {
    fields: [
      {
        name: "reason",
        required: false,
        meaning:
          "For suspend: what the user reads; for remove-second-factor, remove-second-factors, make-recovery-link and remove-identity: why.",
      },
      {
        name: "factor",
        required: false,
        maxLength: "passkey:".length + maxPasskeyIdLength + 1,
        meaning: "For remove-second-factor: `totp`, or `passkey:` and the credential id.",
      },
      { name: "issuer", required: false, meaning: "For remove-identity: of which provider." },
      {
        name: "subject",
        required: false,
        meaning: "For remove-identity: who the user is there.",
      },
      { name: "email", required: false, meaning: "For confirm-email: the address that was shown." },
      { name: "application_id", required: false, meaning: "For revoke-access: which application." },
      {
        name: "screen_name",
        required: false,
        meaning: "For delete: the account's, typed to confirm.",
      },
      { ...whatWasSeen, meaning: "For restore: what the form was shown with." },
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
  "email-confirmed",
  "access-revoked",
  "second-factor-removed",
  "second-factors-removed",
  "identity-removed",
  "link-created-before",
];
