/** Lines of an import with second factors, passkeys and identities. */
import { Secret, type TokenDigest } from "../domain/credentials.ts";
import { isIdentityKey } from "../domain/identity.ts";
import type {
  ImportedIdentity,
  ImportedPasskey,
  ImportedRecoveryCode,
  ImportedTotp,
} from "../domain/imported.ts";
import { isTransport, type PasskeyId, passkeyId, passkeyName } from "../domain/passkey.ts";
import { BadRecord, type Members } from "./members.ts";
import { pastIn, personIn, type Reading } from "./read-parts.ts";

export function identity(members: Members, reading: Reading): ImportedIdentity {
  const key = { issuer: members.text("issuer", /^/), subject: members.text("subject", /^/) };
  if (!isIdentityKey(key)) throw new BadRecord('"issuer" or "subject" is malformed');
  return {
    kind: "identity",
    ...holderIn(members, reading),
    ...key,
    createdAt: pastIn(members, "created_at", reading.now),
  };
}

/** The COSE form of an RSA key with 4096 bits has about 530 bytes. */
const mostKeyBytes = 1000;

export function passkey(members: Members, reading: Reading): ImportedPasskey {
  const id = members.text("id", (text) =>
    passkeyId(text) === undefined ? "it is not a credential id in base64url" : undefined,
  );
  const name = members.text("name", (text) =>
    passkeyName(text, "") !== text || text === "" ? "it has 1 to 50 characters" : undefined,
  );
  const transports = members.texts("transports", 10) ?? [];
  const known = transports.filter(isTransport);
  if (known.length < transports.length) throw new BadRecord('"transports" has an unknown one');
  const used = members.time("last_used_at");
  return {
    kind: "passkey",
    ...holderIn(members, reading),
    id: id as PasskeyId,
    name,
    publicKey: members.bytes("public_key", mostKeyBytes),
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
    secret: new Secret(members.text("secret", /^[A-Z2-7]{16,128}$/)),
    lastStep: members.count("last_step") ?? 0,
    createdAt: pastIn(members, "created_at", reading.now),
  };
}

export function recoveryCode(members: Members, reading: Reading): ImportedRecoveryCode {
  return {
    kind: "recovery_code",
    ...holderIn(members, reading),
    digest: members.text("digest", /^[A-Za-z0-9_-]{43}$/) as TokenDigest,
  };
}

function holderIn(members: Members, { withOperators }: Reading) {
  return { user: personIn(members, "user_id", "screen_name"), toOperators: withOperators };
}
