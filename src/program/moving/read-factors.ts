import { Secret, type TokenDigest } from "../../domain/credentials.ts";
import { isIdentityKey } from "../../domain/identity.ts";
import type {
  ImportedIdentity,
  ImportedPasskey,
  ImportedRecoveryCode,
  ImportedTotp,
} from "../../domain/imported.ts";
import {
  isTransport,
  type PasskeyId,
  passkeyId,
  passkeyName,
  passkeyTransports,
} from "../../domain/passkey.ts";
import { anything, BadRecord, type Form, type Members } from "./members.ts";
import { pastIn, type Reading, userIn } from "./read-parts.ts";

export function identity(members: Members, reading: Reading): ImportedIdentity {
  const key = {
    issuer: members.text("issuer", anything),
    subject: members.text("subject", anything),
  };
  if (!isIdentityKey(key)) throw new BadRecord(identityForm);
  return {
    kind: "identity",
    ...holderIn(members, reading),
    ...key,
    createdAt: pastIn(members, "created_at", reading.now),
  };
}

const identityForm =
  '"issuer" has 1 to 500 printable ASCII characters without spaces, and "subject" 1 to 255 printable ASCII characters';
const base32: Form = {
  shape: /^[A-Z2-7]{16,128}$/,
  is: "16 to 128 characters of base32 (A-Z 2-7), without padding",
};
const digest: Form = {
  shape: /^[A-Za-z0-9_-]{43}$/,
  is: "a SHA-256 digest in base64url, 43 characters without padding",
};

/** The COSE form of an RSA key with 4096 bits has about 530 bytes. */
const maxKeyBytes = 1000;

export function passkey(members: Members, reading: Reading): ImportedPasskey {
  const id = members.text("id", (text) =>
    passkeyId(text) === undefined
      ? "a credential ID has 1 to 1364 characters of base64url, without padding"
      : undefined,
  );
  const name = members.text("name", (text) =>
    passkeyName(text, "") !== text || text === "" ? "it has 1 to 50 characters" : undefined,
  );
  const transports = members.texts("transports", 10) ?? [];
  const known = transports.filter(isTransport);
  if (known.length < transports.length) {
    throw new BadRecord(
      `"transports" has an unknown value; expected ${passkeyTransports.join(", ")}`,
    );
  }
  const used = members.time("last_used_at");
  return {
    kind: "passkey",
    ...holderIn(members, reading),
    id: id as PasskeyId,
    name,
    publicKey: members.bytes("public_key", maxKeyBytes),
    signCount: members.count("sign_count") ?? 0,
    transports: known,
    createdAt: pastIn(members, "created_at", reading.now),
    lastUsedAt: used === undefined ? undefined : Math.min(used, reading.now),
  };
}

export function totp(members: Members, reading: Reading): ImportedTotp {
  return {
    kind: "totp",
    ...holderIn(members, reading),
    secret: new Secret(members.text("secret", base32)),
    lastStep: members.count("last_step") ?? 0,
    createdAt: pastIn(members, "created_at", reading.now),
  };
}

export function recoveryCode(members: Members, reading: Reading): ImportedRecoveryCode {
  return {
    kind: "recovery_code",
    ...holderIn(members, reading),
    digest: members.text("digest", digest) as TokenDigest,
  };
}

function holderIn(members: Members, { withAdmins }: Reading) {
  return { user: userIn(members, "user_id", "screen_name"), toAdmins: withAdmins };
}
