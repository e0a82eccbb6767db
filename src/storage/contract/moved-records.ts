/** Records of other systems, for the suite that looks at each of their members. */
import { Secret } from "../../domain/credentials.ts";
import type { SealedSecret } from "../../domain/exported.ts";
import type { ImportedRecord } from "../../domain/imported.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { keySource } from "../../tools/keys/key-sources.ts";
import { type ImportedWorld, importedWorld, partsOf } from "./moving-writes.ts";
import { suiteRing } from "./seeded-ledger.ts";

const keys = new KeyRing(keySource(suiteRing));

/** The complement of `importedWorld`: every member that is left to its default there is set explicitly here. */
export function otherWorld(): ImportedWorld {
  const world = importedWorld();
  return {
    ...world,
    user: {
      ...world.user,
      ...{ emailVerified: false, notificationsOff: [], language: undefined, isAdmin: true },
      suspendedBecause: "spam",
    },
    application: {
      ...world.application,
      ...{ description: "It rains", website: "https://bot.example", access: "read" },
      termsUrl: "https://a.example",
      privacyUrl: "https://b.example",
      supportUrl: "https://c.example",
      ...{ signIn: false, requestEmail: true, requireSha256: true },
      ...{ networks: ["2001:db8::/32"], networksForBearer: true },
      ...{ callbacks: [], confirmedSchemes: [] },
      ...{ limits: undefined, previousSecret: undefined, suspendedBecause: "abuse" },
      ...{ purpose: "Weather", expectedUsers: "Fifty", answers: ["Where?\nHere"] },
      ...{ approval: "waiting", approvalText: "Why?", approvalSince: 7 },
      ...{ awaitedAccess: "write", awaitedCallbacks: ["https://new.example/"] },
    },
    identity: { ...world.identity, issuer: "https://other.example" },
    passkey: {
      ...world.passkey,
      transports: [],
      lastUsedAt: undefined,
      toAdmins: true,
    },
    collaborator: { ...world.collaborator, role: "editor", accepted: false },
    access: { ...world.access, access: "read", emailGranted: false },
  };
}

export function all(world: ImportedWorld): readonly ImportedRecord[] {
  const { user, application, access, bearer } = world;
  const opening = [...partsOf(world)].map((one) =>
    "subject" in one ||
    one.kind === "totp" ||
    one.kind === "recovery_code" ||
    one.kind === "passkey"
      ? { ...one, toAdmins: true }
      : one,
  );
  return [user, application, ...opening, access, bearer];
}

/** Records with one other member each, and how an import names it. */
export function changesOf(
  world: ImportedWorld,
): readonly (readonly [ImportedRecord, ...string[]])[] {
  const { user, application, passkey, collaborator, access, colleague } = world;
  const account = { id: colleague.id, screenName: colleague.screenName };
  return [
    [{ ...user, name: "Dave" }, "name"],
    [{ ...user, email: "dave@users.example" }, "email"],
    [{ ...user, emailVerified: false }, "email_verified"],
    [{ ...user, isAdmin: true }, "admin"],
    [{ ...user, suspendedBecause: "spam" }, "suspended"],
    [{ ...user, name: "Dave", suspendedBecause: "spam" }, "name", "suspended"],
    [{ ...application, id: importedWorld().application.id }, "id"],
    [{ ...application, owner: account }, "owner_id"],
    [{ ...application, name: "Snow Bot" }, "name"],
    [{ ...application, description: "It rains" }, "description"],
    [{ ...application, website: "https://bot.example" }, "website"],
    [{ ...application, termsUrl: "https://a.example" }, "terms_url"],
    [{ ...application, privacyUrl: "https://b.example" }, "privacy_url"],
    [{ ...application, supportUrl: "https://c.example" }, "support_url"],
    [{ ...application, access: "read" }, "access"],
    [{ ...application, signIn: false }, "sign_in"],
    [{ ...application, requestEmail: true }, "request_email"],
    [{ ...application, requireSha256: true }, "require_sha256"],
    [{ ...application, networks: ["203.0.113.0/24"] }, "networks"],
    [{ ...application, networksForBearer: true }, "networks_for_bearer"],
    [{ ...application, callbacks: [] }, "callbacks"],
    [{ ...application, suspendedBecause: "abuse" }, "suspended"],
    [{ ...application, purpose: "Rain" }, "purpose"],
    [{ ...application, expectedUsers: "Few" }, "expected_users"],
    [{ ...application, answers: ["Where?\nThere"] }, "answers"],
    [{ ...application, approval: "declined" }, "approval"],
    [{ ...application, approvalText: "No." }, "approval_text"],
    [{ ...application, approvalSince: 9 }, "approval_since"],
    [{ ...application, approval: "asked", awaitedAccess: "write" }, "approval", "awaited_access"],
    [
      { ...application, approval: "asked", awaitedCallbacks: ["https://other.example/"] },
      "approval",
      "awaited_callbacks",
    ],
    [{ ...application, limits: { "oauth/request_token": 8 } }, "limits"],
    [{ ...application, consumerSecret: new Secret("x") }, "consumer_secret"],
    [{ ...passkey, user: account }, "user_id"],
    [{ ...passkey, name: "Another key" }, "name"],
    [{ ...passkey, publicKey: new Uint8Array(77) }, "public_key"],
    [{ ...collaborator, role: "editor" }, "role"],
    [{ ...collaborator, accepted: false }, "accepted"],
    [{ ...access, user: account }, "user_id"],
    [{ ...access, access: "read" }, "access"],
    [{ ...access, emailGranted: false }, "email_granted"],
    [{ ...access, secret: new Secret("x") }, "secret"],
  ];
}

/** As text: secrets are opened, bytes are in hexadecimal, and the order of members says nothing. */
export function plain(value: unknown): unknown {
  if (value instanceof Secret) return value.reveal();
  if (ArrayBuffer.isView(value)) return Buffer.from(value as Uint8Array).toString("hex");
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  if ("sealed" in value) {
    const { sealed, identity } = value as SealedSecret;
    return keys.open(sealed, identity).reveal();
  }
  return Object.entries(value)
    .filter(([name, one]) => name !== "toAdmins" && one !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, one]) => [name, plain(one)]);
}
