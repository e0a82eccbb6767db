import { queryOf } from "../../../authentication/incoming.ts";
import { maxPasskeyIdLength } from "../../../domain/passkey.ts";
import { endpoint } from "../../../endpoint.ts";
import type { PersonDone } from "../../../languages/english/admin.ts";
import {
  confirmEmail,
  deletePerson,
  endSessions,
  makeOperator,
  restore,
  revokeAccess,
  suspend,
  unmakeOperator,
} from "../../../pages/admin-person/account.ts";
import { personIn, showPerson } from "../../../pages/admin-person/person-page.ts";
import {
  makeRecoveryLink,
  makeResetLink,
  removeIdentity,
  removeSecondFactor,
  removeSecondFactors,
} from "../../../pages/admin-person/recovery.ts";
import { linkCreationField, whatWasSeen } from "../../../pages/form-fields.ts";
import { forOperatorsOf } from "../../../pages/signed-in.ts";

/** docs/reference/interface.md §16. */
export const onePerson = endpoint({
  name: "admin/people/:id",
  paths: ["/admin/people/:id"],
  methods: ["GET", "POST"],
  section: "16",
  summary:
    "Shows a person and what they granted; suspends, restores, signs out, makes an operator or a link to a new password, confirms the email address, revokes access, removes second factors, deletes the account",
  limit: "account-pages",
  reads: [],
  ...forOperatorsOf(personIn, {
    fields: [
      {
        name: "reason",
        required: false,
        meaning:
          "For suspend: what the person reads; for remove-second-factor, remove-second-factors, make-recovery-link and remove-identity: why.",
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
        meaning: "For remove-identity: who the person is there.",
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
      return showPerson(call, { done: doneIn(asked) });
    },
    changes: {
      suspend,
      restore,
      "end-sessions": endSessions,
      "make-link": makeResetLink,
      "make-operator": makeOperator,
      "unmake-operator": unmakeOperator,
      "confirm-email": confirmEmail,
      "revoke-access": revokeAccess,
      "remove-second-factor": removeSecondFactor,
      "remove-second-factors": removeSecondFactors,
      "make-recovery-link": makeRecoveryLink,
      "remove-identity": removeIdentity,
      delete: deletePerson,
    },
  }),
});

function doneIn(asked: string): PersonDone | undefined {
  return dones.find((one) => one === asked);
}

const dones: readonly PersonDone[] = [
  "suspended",
  "restored",
  "operator-made",
  "operator-unmade",
  "sessions-ended",
  "email-confirmed",
  "access-revoked",
  "second-factor-removed",
  "second-factors-removed",
  "identity-removed",
  "link-created-before",
];
