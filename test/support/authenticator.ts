/**
 * A software authenticator together with the browser in front of it, in plain crypto (WebAuthn §6 and §7): it makes the
 * values that a page's script sends. A test can let it say things that an honest one never says.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** Differences from an honest browser and authenticator. */
export interface Untrue {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  readonly verified?: boolean;
  readonly present?: boolean;
  readonly counter?: number;
  readonly userHandle?: string | null;
  readonly id?: string;
  /** Signs with a different key. */
  readonly otherKey?: boolean;
}

export interface Authenticator {
  readonly id: string;
  /** `options`: the JSON in a page. Returns the text that the page's script writes into the form. */
  create(options: string, untrue?: Untrue): string;
  get(options: string, untrue?: Untrue): string;
}

type Options = {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
};

/**
 * `counts`: how far the counter moves with each proof; 0 means that the authenticator does not count. `idBytes`: the
 * length of the credential's ID, which can have up to 1023. `aaguid`: the model, as a UUID; by default it isn't said.
 */
export function authenticator(
  origin: string,
  { counts = 0, idBytes = 16, aaguid = "00000000-0000-0000-0000-000000000000" } = {},
): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const id = randomBytes(idBytes).toString("base64url");
  let [userHandle, counter] = ["", 0];

  return {
    id,
    create(text, untrue = {}) {
      const options: Options = JSON.parse(text);
      userHandle = options.user?.id ?? "";
      const length = Buffer.alloc(2);
      length.writeUInt16BE(Buffer.from(untrue.id ?? id, "base64url").length);
      const credential = Buffer.concat([
        Buffer.from(aaguid.replaceAll("-", ""), "hex"),
        length,
        Buffer.from(untrue.id ?? id, "base64url"),
        coseKey(publicKey),
      ]);
      return JSON.stringify({
        id,
        clientDataJSON: clientData("webauthn.create", origin, options, untrue).toString(
          "base64url",
        ),
        authenticatorData: authenticatorData(options, untrue, counter, credential).toString(
          "base64url",
        ),
        transports: ["internal"],
      });
    },
    get(text, untrue = {}) {
      const options: Options = JSON.parse(text);
      counter += counts;
      const said = clientData("webauthn.get", origin, options, untrue);
      const data = authenticatorData(options, untrue, counter);
      const signed = Buffer.concat([data, createHash("sha256").update(said).digest()]);
      return JSON.stringify({
        id: untrue.id ?? id,
        clientDataJSON: said.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", signed, untrue.otherKey ? other : privateKey).toString(
          "base64url",
        ),
        userHandle: untrue.userHandle === undefined ? userHandle : untrue.userHandle,
      });
    },
  };
}

/** §5.8.1. */
function clientData(type: string, origin: string, options: Options, untrue: Untrue): Buffer {
  const said = {
    type: untrue.type ?? type,
    challenge: untrue.challenge ?? options.challenge,
    origin: untrue.origin ?? origin,
    crossOrigin: untrue.crossOrigin ?? false,
  };
  return Buffer.from(JSON.stringify(said));
}

/** §6.1. */
function authenticatorData(
  { rp, rpId = rp?.id ?? "" }: Options,
  untrue: Untrue,
  counter: number,
  credential?: Buffer,
): Buffer {
  const { present = true, verified = true } = untrue;
  const flags = Number(present) | (Number(verified) << 2) | (Number(credential !== undefined) << 6);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(untrue.counter ?? counter);
  const domain = createHash("sha256")
    .update(untrue.rpId ?? rpId)
    .digest();
  return Buffer.concat([domain, Buffer.from([flags]), count, ...(credential ? [credential] : [])]);
}

/** RFC 9053 §7.1.1, in CBOR: key type EC2, algorithm ES256, curve P-256, x and y. */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, "base64url"),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, "base64url"),
  ]);
}
