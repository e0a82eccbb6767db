import { maxPasskeyIdLength } from "../../../../domain/passkey.ts";
import { userChanges } from "../../../browser/admin-user/changes.ts";
import { showUser, userIn } from "../../../browser/admin-user/user-page.ts";
import { doneIn } from "../../../browser/change.ts";
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
    "Shows a user and their grants; suspends, restores, or signs out the user, grants or revokes administrator rights, creates a reset link or recovery link, verifies the email address, revokes access, removes second factors and identities, or deletes the account",
  limit: "account-pages",
  reads: [],
  ...forAdminsOf(userIn, {
    fields: [
      {
        name: "reason",
        required: false,
        meaning:
          "For suspend, the reason shown to the user; for remove-factor, remove-factors, create-recovery-link, and remove-identity, the reason for the audit log.",
      },
      {
        name: "factor",
        required: false,
        maxLength: "passkey:".length + maxPasskeyIdLength + 1,
        meaning: "For remove-factor: `totp`, or `passkey:` and the credential ID.",
      },
      { name: "issuer", required: false, meaning: "For remove-identity: the provider's issuer." },
      {
        name: "subject",
        required: false,
        meaning: "For remove-identity: the user's subject at the provider.",
      },
      { name: "email", required: false, meaning: "For verify-email: the displayed address." },
      { name: "application_id", required: false, meaning: "For revoke-access: which application." },
      {
        name: "screen_name",
        required: false,
        meaning: "For delete: the account's screen name, input to confirm.",
      },
      { ...whatWasSeen, meaning: "For restore: the suspension that the form was displayed with." },
      linkCreationField("For create-reset-link and create-recovery-link"),
    ],
    show: (call) => showUser(call, { done: doneIn(call, call.viewer.frame.texts.admin.user.done) }),
    changes: userChanges,
  }),
});
