import { isTransport, type NewPasskey, type PasskeyId, passkeyId } from "../../domain/passkey.ts";
import { algorithms } from "./options.ts";
import { providerOf } from "./providers.ts";
import type { RelyingParty } from "./relying-party.ts";
import { clientDataOf, isBase64url, objectIn } from "./response.ts";

interface Registered extends Omit<NewPasskey, "name"> {
  /** What keeps it, if the authenticator says so and is a common one. */
  readonly provider: string | undefined;
}

/**
 * WebAuthn §7.1: undefined unless it was made for this relying party, at its origin, for a
 * challenge that `isOurs`, by an authenticator that verified the user. The library gets no
 * attestation: one from a browser could name certificates and revocation lists to fetch.
 */
export async function registeredPasskey(
  text: string,
  expected: {
    readonly relyingParty: RelyingParty;
    readonly isOurs: (challenge: string) => boolean;
  },
): Promise<Registered | undefined> {
  const { id, clientDataJSON, authenticatorData, transports } = objectIn(text);
  if (
    !(typeof id === "string" && passkeyId(id) !== undefined) ||
    !isBase64url(clientDataJSON, 3000) ||
    !isBase64url(authenticatorData, 6000) ||
    clientDataOf(clientDataJSON)?.crossOrigin === true
  ) {
    return undefined;
  }
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject: withoutStatement(authenticatorData) },
      },
      expectedChallenge: expected.isOurs,
      expectedOrigin: [...expected.relyingParty.origins],
      expectedRPID: expected.relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...algorithms],
    });
    // The ID beside the data comes from the browser; the one inside it comes from the authenticator.
    if (!verified || registrationInfo.credential.id !== id) return undefined;
    const { publicKey, counter } = registrationInfo.credential;
    const known = Array.isArray(transports) ? transports.filter(isTransport) : [];
    return {
      id: id as PasskeyId,
      publicKey: Uint8Array.from(publicKey),
      signCount: counter,
      transports: [...new Set(known)].toSorted(),
      provider: providerOf(registrationInfo.aaguid),
    };
  } catch {
    return undefined;
  }
}

/** The CBOR is `{"fmt": "none", "attStmt": {}, "authData": …}` (§6.5.4, §8.7). */
function withoutStatement(authenticatorData: string): string {
  const data = Buffer.from(authenticatorData, "base64url");
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length);
  const map = [
    Buffer.from([0xa3]),
    cborText("fmt"),
    cborText("none"),
    cborText("attStmt"),
    Buffer.from([0xa0]),
    cborText("authData"),
    Buffer.from([0x59]),
    length,
    data,
  ];
  return Buffer.concat(map).toString("base64url");
}

function cborText(text: string): Buffer {
  return Buffer.from([0x60 + text.length, ...Buffer.from(text)]);
}
