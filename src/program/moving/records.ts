/** Every member of each kind of record, in the order in which an export writes them; see docs/guide/migrate.md. */
import { isApiLimitName } from "../../domain/api-limits.ts";
import { problemWithDraft } from "../../domain/application-change.ts";
import { maxCallbacks } from "../../domain/callback.ts";
import { waitingSchemes } from "../../domain/callback-schemes.ts";
import { collaboratorRoles, isCollaboratorRole } from "../../domain/collaborator.ts";
import {
  type ApplicationId,
  type ConsumerKey,
  idFrom,
  isConsumerKey,
  type PasswordHash,
  type UserId,
} from "../../domain/credentials.ts";
import { type ApplicationDraft, applicationFields } from "../../domain/fields/application.ts";
import {
  type ApprovalRequest,
  approvalRequestFields,
  approvalStates,
  requestProblems,
} from "../../domain/fields/approval.ts";
import { isIdentityKey, isPasswordHash, noPasswordHash } from "../../domain/identity.ts";
import {
  type ImportedAccessToken,
  type ImportedApplication,
  type ImportedBearerToken,
  type ImportedCollaborator,
  type ImportedIcon,
  type ImportedIdentity,
  type ImportedKind,
  type ImportedPasskey,
  type ImportedRecord,
  type ImportedRecoveryCode,
  type ImportedTotp,
  type ImportedUser,
  type ImportedUserRecord,
  importedApplicationId,
} from "../../domain/imported.ts";
import {
  applicationLimitNames,
  isPlanName,
  type LimitChanges,
  maxLimit,
  planNameForm,
} from "../../domain/limits.ts";
import { notificationKinds } from "../../domain/notification.ts";
import { fitsOneLine, readReason } from "../../domain/operating.ts";
import { passkeyId, passkeyName, passkeyTransports } from "../../domain/passkey.ts";
import { isScreenName, problemWithUser, screenNameForm } from "../../domain/user.ts";
import { problemWithMethods } from "../../http/actions/application-draft.ts";
import { maxIconBytes } from "../../tools/icons/icons.ts";
import { keptHash, withoutMark } from "../../tools/passwords/imported-hash.ts";
import { allOrNone, type Codec, completed, fieldMembers, object, unwritten } from "./codec.ts";
import {
  BadRecord,
  bytes,
  count,
  counts,
  explainedText,
  flag,
  level,
  type Member,
  named,
  optional,
  orElse,
  past,
  readMember,
  secret,
  someOf,
  text,
  texts,
  time,
} from "./members.ts";

function type<Kind extends ImportedKind>(kind: Kind): Member<Kind> {
  return named("type", { read: () => kind });
}

function id<Id extends UserId | ApplicationId>(): Member<Id> {
  return explainedText(
    { test: (given) => idFrom(given) !== undefined },
    "an ID is a number from 1 to 9007199254740991, written as a string",
  );
}

const screenName = explainedText({ test: isScreenName }, `a screen name has ${screenNameForm}`);
const user = object<ImportedUserRecord>({ id: named("user_id", id()), screenName });
/** Whose sign-in method it is. */
const holder = { user, toAdmins: unwritten(({ withAdmins }) => withAdmins) };

const consumerKey: Member<ConsumerKey> = text(
  { test: isConsumerKey },
  "4 to 100 characters of A-Z a-z 0-9 . _ ~ -",
);
/** Clients already have it, so it may be shorter than the service's own, but not guessable. */
const clientSecret = secret(
  /^[\x21-\x7e]{16,255}$/,
  "16 to 255 printable ASCII characters without spaces",
);
const reasonOnLine = explainedText(
  { test: (given) => readReason(given).ok && fitsOneLine(given) },
  "it is a reason of 1 to 200 characters on one line",
);
const suspendedBecause = named("suspended", optional(reasonOnLine));

const passwordHash: Member<PasswordHash> = {
  name: "password",
  read(given, name, reading) {
    const result = keptHash(text().read(given, name, reading));
    if ("problem" in result) throw new BadRecord(`${name}: ${result.problem}`);
    return result.passwordHash;
  },
  absent: (_, { random }) => noPasswordHash(random),
  write: (hash) => (isPasswordHash(hash) ? withoutMark(hash) : undefined),
};

const account = completed(
  object<ImportedUser>({
    kind: type("user"),
    id: id(),
    screenName: text(),
    name: orElse("", text()),
    email: orElse("", text()),
    emailVerified: named("email_verified", flag),
    passwordHash,
    isAdmin: named("admin", flag),
    notificationsOff: {
      ...someOf(notificationKinds, notificationKinds.length, "kind"),
      write: (kinds) => (kinds.length > 0 ? kinds : undefined),
    },
    language: optional(
      text(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/, "a language tag, such as en or es"),
    ),
    createdAt: past,
    suspendedBecause,
  }),
  (read, { withAdmins }) => {
    const problem = problemWithUser(read);
    if (problem !== undefined) throw new BadRecord(problem);
    if (read.emailVerified && read.email === "") {
      throw new BadRecord('"email_verified" needs an "email"');
    }
    return { ...read, isAdmin: withAdmins ? read.isAdmin : undefined };
  },
);

const identity = completed(
  object<ImportedIdentity>({
    kind: type("identity"),
    ...holder,
    issuer: text(),
    subject: text(),
    createdAt: past,
  }),
  (read) => {
    if (isIdentityKey(read)) return read;
    throw new BadRecord(
      '"issuer" has 1 to 500 printable ASCII characters without spaces, and "subject" 1 to 255 printable ASCII characters',
    );
  },
);

const passkey = completed(
  object<ImportedPasskey>({
    kind: type("passkey"),
    ...holder,
    id: explainedText(
      { test: (given) => passkeyId(given) !== undefined },
      "a credential ID has 1 to 1364 characters of base64url, without padding",
    ),
    name: explainedText(
      { test: (given) => passkeyName(given, "") === given && given !== "" },
      "it has 1 to 50 characters",
    ),
    // The COSE form of an RSA key with 4096 bits has about 530 bytes.
    publicKey: bytes(1000, "base64url"),
    signCount: orElse(0, count),
    transports: someOf(passkeyTransports, 10, "value"),
    createdAt: past,
    lastUsedAt: optional(time),
  }),
  (read, { now }) => ({ ...read, lastUsedAt: read.lastUsedAt && Math.min(read.lastUsedAt, now) }),
);

const totp = object<ImportedTotp>({
  kind: type("totp"),
  ...holder,
  secret: secret(/^[A-Z2-7]{16,128}$/, "16 to 128 characters of base32 (A-Z 2-7), without padding"),
  lastStep: orElse(0, count),
  createdAt: past,
});

const recoveryCode = object<ImportedRecoveryCode>({
  kind: type("recovery_code"),
  ...holder,
  digest: text(
    /^[A-Za-z0-9_-]{43}$/,
    "a SHA-256 digest in base64url, 43 characters without padding",
  ),
});

const draft = fieldMembers<ApplicationDraft>(applicationFields);

const limits: Member<LimitChanges> = {
  read(given, name, reading) {
    const changes = counts.read(given, name, reading);
    for (const [limited, limit] of Object.entries(changes)) {
      const isKnown =
        applicationLimitNames.some((one) => one === limited) || isApiLimitName(limited);
      if (!isKnown) throw new BadRecord(`${name} has an unknown name; expected ${limitNames}`);
      if (limit > maxLimit) throw new BadRecord(`${name} has one above ${maxLimit}`);
    }
    return changes;
  },
};
const limitNames = `${applicationLimitNames.join(", ")}, or api/ and the name of a limit`;

const plan = explainedText({ test: isPlanName }, `a plan has ${planNameForm}`);
const approvalNames = `one of ${approvalStates.join(", ")}`;

const application = completed(
  object<ImportedApplication>({
    kind: type("application"),
    id: {
      ...id<ApplicationId>(),
      absent: (members, reading) =>
        importedApplicationId(readMember(members, "consumer_key", consumerKey, reading)),
    },
    owner: object({ id: named("owner_id", id()), screenName: named("owner", screenName) }),
    ...draft,
    confirmedSchemes: {
      ...texts(maxCallbacks),
      // Only administrators import, so all schemes count as confirmed unless the file lists the confirmed ones.
      absent: (members, reading) =>
        waitingSchemes(readMember(members, "callbacks", draft.callbacks, reading), []),
    },
    consumerKey,
    consumerSecret: clientSecret,
    previousSecret: allOrNone(
      object({
        secret: named("previous_consumer_secret", clientSecret),
        until: named("previous_consumer_secret_until", time),
      }),
    ),
    limits: optional(limits),
    plan: optional(plan),
    createdAt: past,
    suspendedBecause,
    ...fieldMembers<ApprovalRequest>(approvalRequestFields),
    approval: optional(
      text({ test: (given) => approvalStates.some((one) => one === given) }, approvalNames),
    ),
    approvalText: optional(reasonOnLine),
    approvalSince: optional(past),
    awaitedAccess: optional(level),
    awaitedCallbacks: optional(texts(maxCallbacks)),
  }),
  (read, { signatureMethods }) => {
    const problem =
      problemWithDraft(read) ??
      problemWithMethods(read, signatureMethods) ??
      problemWithApproval(read);
    if (problem !== undefined) throw new BadRecord(problem);
    const schemes = waitingSchemes(read.callbacks, []);
    if (read.confirmedSchemes.every((scheme) => schemes.includes(scheme))) return read;
    throw new BadRecord('"confirmed_schemes" has a scheme that no callback uses');
  },
);

/** What waits of a change needs a state, and is a change by the rules of the portal. */
function problemWithApproval(read: ImportedApplication): string | undefined {
  const [found] = requestProblems(read);
  if (found !== undefined) {
    return "a text about its approval is too long, or has control characters";
  }
  const { approval, awaitedAccess, awaitedCallbacks } = read;
  if (awaitedAccess === undefined && awaitedCallbacks === undefined) return undefined;
  if (approval !== "waiting" && approval !== "asked") {
    return '"awaited_access" and "awaited_callbacks" need an "approval" of waiting or asked';
  }
  return problemWithDraft({ ...read, callbacks: awaitedCallbacks ?? read.callbacks });
}

const icon = object<ImportedIcon>({
  kind: type("icon"),
  consumerKey,
  icon: object({
    image: bytes(maxIconBytes, "base64"),
    // The import encodes the image again and then computes the digest.
    digest: unwritten(() => ""),
  }),
});

const collaborator = object<ImportedCollaborator>({
  kind: type("collaborator"),
  consumerKey,
  user,
  role: text({ test: isCollaboratorRole }, `one of ${collaboratorRoles.join(", ")}`),
  accepted: flag,
  createdAt: past,
});

const accessToken = object<ImportedAccessToken>({
  kind: type("access_token"),
  consumerKey,
  user,
  access: level,
  emailGranted: flag,
  token: text(/^[A-Za-z0-9._~+/=-]{8,255}$/, "8 to 255 characters of A-Z a-z 0-9 . _ ~ + / = -"),
  secret: clientSecret,
  createdAt: past,
});

const bearerToken = object<ImportedBearerToken>({
  kind: type("bearer_token"),
  consumerKey,
  ofPreviousSecret: flag,
  // RFC 6750 §2.1: only such tokens can be sent.
  token: text(
    /^(?=.{16,512}$)[A-Za-z0-9._~+/-]+=*$/,
    "16 to 512 characters of A-Z a-z 0-9 . _ ~ + / -, with any = at the end",
  ),
  createdAt: past,
});

export const records: {
  readonly [Kind in ImportedKind]: Codec<Extract<ImportedRecord, { kind: Kind }>>;
} = {
  user: account,
  identity,
  passkey,
  totp,
  recovery_code: recoveryCode,
  application,
  icon,
  collaborator,
  access_token: accessToken,
  bearer_token: bearerToken,
};
