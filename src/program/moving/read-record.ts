/** Reads one line of an import; docs/guide/moving.md lists every member. */
import { isApiLimitName } from "../../domain/api-limits.ts";
import { problemWithDraft } from "../../domain/application-change.ts";
import { maxCallbacks } from "../../domain/callback.ts";
import { waitingSchemes } from "../../domain/callback-schemes.ts";
import { collaboratorRoles, isCollaboratorRole } from "../../domain/collaborator.ts";
import {
  type AccessToken,
  type ApplicationId,
  type BearerToken,
  type ConsumerKey,
  isConsumerKey,
  type Random,
  Secret,
  type UserId,
} from "../../domain/credentials.ts";
import { type ApplicationDraft, applicationFields } from "../../domain/fields/application.ts";
import { noPasswordHash } from "../../domain/identity.ts";
import {
  type ImportedAccessToken,
  type ImportedApplication,
  type ImportedBearerToken,
  type ImportedCollaborator,
  type ImportedIcon,
  type ImportedRecord,
  type ImportedUser,
  importedApplicationId,
  importedKinds,
} from "../../domain/imported.ts";
import { BadJson, parseJson } from "../../domain/json.ts";
import { applicationLimitNames, type LimitChanges, maxLimit } from "../../domain/limits.ts";
import { type NotificationKind, notificationKinds } from "../../domain/notification.ts";
import { fitsOneLine, readReason } from "../../domain/operating.ts";
import type { PasswordHash } from "../../domain/password-hash.ts";
import { problemWithUser } from "../../domain/user.ts";
import { problemWithMethods } from "../../http/actions/application-draft.ts";
import { maxIconBytes } from "../../tools/icons/icons.ts";
import { keptHash } from "../../tools/passwords/imported-hash.ts";
import { fieldsIn, levelIn, memberNames } from "./field-members.ts";
import { anything, BadRecord, type Form, type Members, membersOf } from "./members.ts";
import { identity, passkey, recoveryCode, totp } from "./read-factors.ts";
import { idIn, pastIn, type Reading, userIn } from "./read-parts.ts";

/** Throws `BadRecord`, with what is wrong. */
export function readRecord(line: string, reading: Reading): ImportedRecord {
  const value = parsed(line);
  const kind = kindOf(value);
  const members = membersOf(value, ["type", ...known[kind]]);
  switch (kind) {
    case "user":
      return user(members, reading);
    case "identity":
      return identity(members, reading);
    case "passkey":
      return passkey(members, reading);
    case "totp":
      return totp(members, reading);
    case "recovery_code":
      return recoveryCode(members, reading);
    case "application":
      return application(members, reading);
    case "icon":
      return icon(members);
    case "collaborator":
      return collaborator(members, reading);
    case "access_token":
      return accessToken(members, reading);
    case "bearer_token":
      return bearerToken(members, reading);
  }
}

const known = {
  user: [
    ...["id", "screen_name", "name", "email", "email_confirmed", "password", "admin"],
    ...["notifications_off", "language", "created_at", "suspended"],
  ],
  identity: ["user_id", "screen_name", "issuer", "subject", "created_at"],
  passkey: [
    ...["user_id", "screen_name", "id", "name", "public_key", "sign_count", "transports"],
    ...["created_at", "last_used_at"],
  ],
  totp: ["user_id", "screen_name", "secret", "last_step", "created_at"],
  recovery_code: ["user_id", "screen_name", "digest"],
  application: [
    ...["id", "owner_id", "owner", ...memberNames<ApplicationDraft>(applicationFields)],
    ...[
      "confirmed_schemes",
      "consumer_key",
      "consumer_secret",
      "previous_consumer_secret",
      "previous_consumer_secret_until",
    ],
    ...["limits", "created_at", "suspended"],
  ],
  icon: ["consumer_key", "image"],
  collaborator: ["consumer_key", "user_id", "screen_name", "role", "accepted", "created_at"],
  access_token: [
    ...["consumer_key", "user_id", "screen_name", "access", "email_granted", "token", "secret"],
    "created_at",
  ],
  bearer_token: ["consumer_key", "of_previous_secret", "token", "created_at"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

function parsed(line: string): unknown {
  try {
    return parseJson(line);
  } catch (error) {
    throw error instanceof BadJson ? new BadRecord(`it ${error.message}`) : error;
  }
}

function kindOf(value: unknown) {
  const type = typeof value === "object" && value !== null && "type" in value ? value.type : "";
  const kind = importedKinds.find((one) => one === type);
  if (kind === undefined) throw new BadRecord(`"type" is not one of ${importedKinds.join(", ")}`);
  return kind;
}

function user(members: Members, { now, random, withAdmins }: Reading): ImportedUser {
  const screenName = members.text("screen_name", anything);
  const name = members.optionalText("name", anything) ?? "";
  const email = members.optionalText("email", anything) ?? "";
  const problem = problemWithUser({ screenName, name, email });
  if (problem !== undefined) throw new BadRecord(problem);
  const emailConfirmed = members.flag("email_confirmed");
  if (emailConfirmed && email === "") throw new BadRecord('"email_confirmed" needs an "email"');
  const isAdmin = members.flag("admin");
  return {
    kind: "user",
    id: idIn<UserId>(members, "id"),
    ...{ screenName, name, email, emailConfirmed },
    passwordHash: passwordIn(members, random),
    isAdmin: withAdmins ? isAdmin : undefined,
    notificationsOff: notificationsIn(members),
    language: members.optionalText("language", languageTag),
    createdAt: pastIn(members, "created_at", now),
    suspendedBecause: reasonIn(members),
  };
}

const languageTag: Form = {
  shape: /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/,
  is: "a language tag, such as en or es",
};

function notificationsIn(members: Members): readonly NotificationKind[] {
  const given = members.texts("notifications_off", notificationKinds.length) ?? [];
  const found = notificationKinds.filter((kind) => given.includes(kind));
  if (found.length < given.length) {
    throw new BadRecord(
      `"notifications_off" has an unknown kind; expected ${notificationKinds.join(", ")}`,
    );
  }
  return found;
}

function passwordIn(members: Members, random: Random): PasswordHash {
  const text = members.optionalText("password", anything);
  if (text === undefined) return noPasswordHash(random);
  const kept = keptHash(text);
  if ("problem" in kept) throw new BadRecord(`"password": ${kept.problem}`);
  return kept.kept;
}

function application(members: Members, { now, signatureMethods }: Reading): ImportedApplication {
  const consumerKey = keyIn(members);
  const draft = fieldsIn<ApplicationDraft>(applicationFields, members);
  const problem = problemWithDraft(draft) ?? problemWithMethods(draft, signatureMethods);
  if (problem !== undefined) throw new BadRecord(problem);
  return {
    kind: "application",
    id: idOr(members, importedApplicationId(consumerKey)),
    owner: userIn(members, "owner_id", "owner"),
    ...draft,
    confirmedSchemes: schemesIn(members, draft.callbacks),
    consumerKey,
    consumerSecret: secretIn(members, "consumer_secret"),
    previousSecret: previousSecretIn(members),
    limits: limitsIn(members),
    createdAt: pastIn(members, "created_at", now),
    suspendedBecause: reasonIn(members),
  };
}

function limitsIn(members: Members): LimitChanges | undefined {
  const found = members.counts("limits");
  for (const [name, limit] of Object.entries(found ?? {})) {
    const isKnown = applicationLimitNames.some((one) => one === name) || isApiLimitName(name);
    if (!isKnown) throw new BadRecord(unknownLimit);
    if (limit > maxLimit) throw new BadRecord(`"limits" has one above ${maxLimit}`);
  }
  return found;
}

const unknownLimit = `"limits" has an unknown name; expected ${applicationLimitNames.join(", ")}, or api/ and the name of a limit`;

/** Only administrators import, so all schemes count as confirmed unless the file lists the confirmed ones. */
function schemesIn(members: Members, callbacks: readonly string[]): readonly string[] {
  const needed = waitingSchemes(callbacks, []);
  const given = members.texts("confirmed_schemes", maxCallbacks);
  if (given === undefined) return needed;
  if (given.some((scheme) => !needed.includes(scheme))) {
    throw new BadRecord('"confirmed_schemes" has a scheme that no callback uses');
  }
  return given;
}

function previousSecretIn(members: Members): ImportedApplication["previousSecret"] {
  const secret = members.optionalText("previous_consumer_secret", secretForm);
  const until = members.time("previous_consumer_secret_until");
  if (secret === undefined && until === undefined) return undefined;
  if (secret === undefined || until === undefined) {
    throw new BadRecord(
      '"previous_consumer_secret" and "previous_consumer_secret_until" go together',
    );
  }
  return { secret: new Secret(secret), until };
}

function icon(members: Members): ImportedIcon {
  const image = members.bytes("image", maxIconBytes);
  // The import encodes the image again and then computes the digest.
  return { kind: "icon", consumerKey: keyIn(members), icon: { image, digest: "" } };
}

function collaborator(members: Members, { now }: Reading): ImportedCollaborator {
  const role = members.text("role", anything);
  if (!isCollaboratorRole(role))
    throw new BadRecord(`"role" is not one of ${collaboratorRoles.join(", ")}`);
  return {
    kind: "collaborator",
    consumerKey: keyIn(members),
    user: userIn(members, "user_id", "screen_name"),
    role,
    accepted: members.flag("accepted"),
    createdAt: pastIn(members, "created_at", now),
  };
}

function accessToken(members: Members, { now }: Reading): ImportedAccessToken {
  return {
    kind: "access_token",
    consumerKey: keyIn(members),
    user: userIn(members, "user_id", "screen_name"),
    access: levelIn(members, "access"),
    emailGranted: members.flag("email_granted"),
    token: members.text("token", tokenForm) as AccessToken,
    secret: secretIn(members, "secret"),
    createdAt: pastIn(members, "created_at", now),
  };
}

const tokenForm: Form = {
  shape: /^[A-Za-z0-9._~+/=-]{8,255}$/,
  is: "8 to 255 characters of A-Z a-z 0-9 . _ ~ + / = -",
};

function bearerToken(members: Members, { now }: Reading): ImportedBearerToken {
  return {
    kind: "bearer_token",
    consumerKey: keyIn(members),
    ofPreviousSecret: members.flag("of_previous_secret"),
    token: members.text("token", bearerForm) as BearerToken,
    createdAt: pastIn(members, "created_at", now),
  };
}

/** RFC 6750 §2.1: only such tokens can be sent. */
const bearerForm: Form = {
  shape: /^(?=.{16,512}$)[A-Za-z0-9._~+/-]+=*$/,
  is: "16 to 512 characters of A-Z a-z 0-9 . _ ~ + / -, with any = at the end",
};

function idOr(members: Members, otherwise: ApplicationId): ApplicationId {
  const given = members.optionalText("id", anything);
  return given === undefined ? otherwise : idIn<ApplicationId>(members, "id");
}

function keyIn(members: Members): ConsumerKey {
  const key = members.text("consumer_key", anything);
  if (!isConsumerKey(key)) {
    throw new BadRecord('"consumer_key" is not 4 to 100 characters of A-Z a-z 0-9 . _ ~ -');
  }
  return key;
}

function secretIn(members: Members, name: string): Secret {
  return new Secret(members.text(name, secretForm));
}

/** Clients already have these secrets, so they may be shorter than the service's own, but not guessable. */
const secretForm: Form = {
  shape: /^[\x21-\x7e]{16,255}$/,
  is: "16 to 255 printable ASCII characters without spaces",
};

function reasonIn(members: Members): string | undefined {
  return members.optionalText("suspended", (text) =>
    readReason(text).ok && fitsOneLine(text)
      ? undefined
      : "it is a reason of 1 to 200 characters on one line",
  );
}
