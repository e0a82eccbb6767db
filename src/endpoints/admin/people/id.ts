import { browser } from "../../../authentication/browser-session.ts";
import { queryOf } from "../../../authentication/incoming.ts";
import { idFrom, type UserId } from "../../../domain/credentials.ts";
import { maxPasskeyIdLength } from "../../../domain/passkey.ts";
import { endpoint } from "../../../endpoint.ts";
import type { PersonDone } from "../../../languages/english/admin.ts";
import { endSessions, revokeAccess } from "../../../pages/admin-person/access.ts";
import { confirmEmail } from "../../../pages/admin-person/confirm-email.ts";
import { deletePerson } from "../../../pages/admin-person/deletion.ts";
import { removeIdentity } from "../../../pages/admin-person/identity.ts";
import { makeOperator, unmakeOperator } from "../../../pages/admin-person/operator-rights.ts";
import {
  type AdminPersonCall,
  type PersonChange,
  showPerson,
} from "../../../pages/admin-person/person-page.ts";
import { makeResetLink } from "../../../pages/admin-person/reset-link.ts";
import {
  makeRecoveryLink,
  removeSecondFactor,
  removeSecondFactors,
} from "../../../pages/admin-person/second-factors.ts";
import { restore, suspend } from "../../../pages/admin-person/suspension.ts";
import { notFound, notUnderstood } from "../../../pages/error-reply.ts";
import {
  confirmingCode,
  confirmingPassword,
  csrf,
  linkCreationField,
  whatWasSeen,
} from "../../../pages/form-fields.ts";
import type { proofsAsked } from "../../../pages/recent-sign-in.ts";
import { forOperators, type PersonCall } from "../../../pages/signed-in.ts";

const changes: ReadonlyMap<string, PersonChange> = new Map(
  Object.entries({
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
  } satisfies Record<keyof (typeof proofsAsked)["admin/people/:id"], PersonChange>),
);

/** docs/reference/interface.md §16. One person: facts, and what an operator can change. */
export const onePerson = endpoint({
  name: "admin/people/:id",
  paths: ["/admin/people/:id"],
  methods: ["GET", "POST"],
  section: "16",
  summary:
    "Shows a person and what they granted; suspends, restores, signs out, makes an operator or a link to a new password, confirms the email address, revokes access, removes second factors, deletes the account",
  caller: browser,
  limit: "account-pages",
  reads: [],
  fields: [
    csrf,
    {
      name: "change",
      required: true,
      meaning: "What is done.",
      values: [...changes.keys()],
    },
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
    { name: "subject", required: false, meaning: "For remove-identity: who the person is there." },
    { name: "email", required: false, meaning: "For confirm-email: the address that was shown." },
    { name: "application_id", required: false, meaning: "For revoke-access: which application." },
    {
      name: "screen_name",
      required: false,
      meaning: "For delete: the account's, typed to confirm.",
    },
    { ...whatWasSeen, meaning: "For restore: what the form was shown with." },
    linkCreationField("For make-link and make-recovery-link"),
    confirmingPassword,
    confirmingCode,
  ],
  produces: "page",
  ...forOperators({
    async show(call) {
      const about = await personIn(call);
      if (about === undefined) return notFound(call);
      const [asked = ""] = queryOf(call.incoming).keys();
      return showPerson(about, doneIn(asked));
    },

    async change(call, form) {
      const about = await personIn(call);
      if (about === undefined) return notFound(call);
      const change = changes.get(form.get("change") ?? "");
      return change === undefined ? notUnderstood(call) : change(about, form);
    },
  }),
});

async function personIn(call: PersonCall): Promise<AdminPersonCall | undefined> {
  const id = idFrom<UserId>(call.parameters.id);
  const user = id && (await call.dependencies.ledger.userById(id));
  return user && { ...call, user };
}

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
