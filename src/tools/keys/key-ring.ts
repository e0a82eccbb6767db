/**
 * The key ring: it encrypts secrets that must be readable again, and keys the digests of values that are too
 * short for a plain hash. One key encrypts, the first unless the database chose another; every key decrypts.
 *
 * Format of a ciphertext: one byte with the length of the key id, the key id, 12 bytes IV, 16 bytes tag,
 * ciphertext (AES-256-GCM). The row's identity is the associated data, so that a ciphertext copied to another
 * row cannot be decrypted there.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from "node:crypto";
import { Secret } from "../../domain/credentials.ts";
import { randomBytes } from "./random-bytes.ts";

export interface KeyMaterial {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

export interface Digested {
  /** Digests for one purpose are useless for another. */
  readonly purpose: string;
  readonly value: string;
}

/** The source is called again when an unknown key ID turns up. */
export type KeySource = () => readonly KeyMaterial[];

export class KeyRing {
  readonly #source: KeySource;
  #keys: readonly RingKey[];
  #sealsWith: string | undefined;

  constructor(source: KeySource, keys: readonly RingKey[] = readKeys(source)) {
    this.#source = source;
    this.#keys = keys;
  }

  /** For one of several concurrent transactions. Throws as `sealWith` does. */
  sealingWith(keyId: string | undefined): KeyRing {
    if (keyId !== undefined) this.#key(keyId);
    const ring = new KeyRing(this.#source, this.#keys);
    ring.sealWith(keyId);
    return ring;
  }

  get keyIds(): readonly string[] {
    return this.#keys.map((one) => one.id);
  }

  get sealingKeyId(): string {
    return this.#sealing.id;
  }

  /** The default is the first key. Throws if neither the ring nor its source has the key. */
  sealWith(keyId: string | undefined): void {
    if (keyId !== undefined) this.#key(keyId);
    this.#sealsWith = keyId;
  }

  seal(secret: Secret, identity: string): Uint8Array {
    const { id, encryption } = this.#sealing;
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", encryption, iv);
    cipher.setAAD(Buffer.from(identity));
    const sealed = Buffer.concat([cipher.update(secret.reveal(), "utf8"), cipher.final()]);
    const keyId = Buffer.from(id);
    return Buffer.concat([Buffer.from([keyId.length]), keyId, iv, cipher.getAuthTag(), sealed]);
  }

  /** Throws if no key of the ring decrypts it, or if it was altered or moved from another row. */
  open(sealed: Uint8Array, identity: string): Secret {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    const start = 1 + (bytes[0] ?? 0);
    const { encryption } = this.#key(bytes.toString("latin1", 1, start));
    const decipher = createDecipheriv(
      "aes-256-gcm",
      encryption,
      bytes.subarray(start, start + 12),
      {
        authTagLength: 16,
      },
    );
    decipher.setAAD(Buffer.from(identity));
    decipher.setAuthTag(bytes.subarray(start + 12, start + 28));
    const opened = decipher.update(bytes.subarray(start + 28));
    decipher.final();
    return new Secret(opened.toString("utf8"));
  }

  /** HMAC-SHA-256 as `<key id>.<base64url>`; `keyId` names another key than the one that seals. */
  digest({ purpose, value }: Digested, keyId = this.#sealing.id): string {
    const mac = createHmac("sha256", this.#key(keyId).digests).update(`${purpose}\0${value}`);
    return `${keyId}.${mac.digest("base64url")}`;
  }

  /** The digest may be under any key of the ring. */
  digestMatches(digested: Digested, presented: string): boolean {
    const keyId = KeyRing.keyIdOf(presented);
    if (!this.#keys.some((one) => one.id === keyId)) return false;
    const expected = Buffer.from(this.digest(digested, keyId));
    const given = Buffer.from(presented);
    return expected.length === given.length && timingSafeEqual(expected, given);
  }

  /** A database recognizes a key by this value, which reveals nothing about the key. */
  checkValue(keyId: string): string {
    return this.digest({ purpose: checkPurpose, value: keyId }, keyId);
  }

  checks(checkValue: string): boolean {
    const value = KeyRing.keyIdOf(checkValue);
    return this.digestMatches({ purpose: checkPurpose, value }, checkValue);
  }

  static keyIdOf(digestOrSealed: string | Uint8Array): string {
    if (typeof digestOrSealed === "string") return digestOrSealed.split(".", 1)[0] ?? "";
    return Buffer.from(digestOrSealed.subarray(1, 1 + (digestOrSealed[0] ?? 0))).toString("latin1");
  }

  get #sealing(): RingKey {
    const sealing = this.#keys.find((one) => one.id === this.#sealsWith) ?? this.#keys[0];
    if (sealing === undefined) throw new Error("the key ring is empty");
    return sealing;
  }

  /** Reads the source again if needed, because another process may have rotated the keys. */
  #key(id: string): RingKey {
    const known = this.#keys.find((one) => one.id === id);
    if (known !== undefined) return known;
    this.#keys = readKeys(this.#source);
    const reread = this.#keys.find((one) => one.id === id);
    if (reread === undefined) throw new Error(`the key ring has no key ${JSON.stringify(id)}`);
    return reread;
  }
}

const checkPurpose = "check value of a key";

interface RingKey {
  readonly id: string;
  readonly encryption: KeyObject;
  readonly digests: KeyObject;
}

/** Derives one key per use (RFC 5869), so that a digest reveals nothing about an encryption. */
function readKeys(source: KeySource): readonly RingKey[] {
  return source().map(({ id, key }) => ({
    id,
    encryption: derived(key, "countersign encryption"),
    digests: derived(key, "countersign digests"),
  }));
}

function derived(key: Uint8Array, use: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync("sha256", key, "", use, 32)));
}
