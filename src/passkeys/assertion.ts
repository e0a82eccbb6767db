import { type PasskeyId, passkeyId } from "../domain/passkey.ts";
import type { RelyingParty } from "./relying-party.ts";
import { clientDataOf, isBase64url, objectIn } from "./response.ts";

/** A browser's response to a passkey challenge, parsed but not verified. */
interface Assertion {
  readonly id: PasskeyId;
  readonly challenge: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
  /** Authenticators may leave it out if the page named the passkeys. */
  readonly userHandle: string | undefined;
}

/** Undefined if it is malformed. */
export function readAssertion(text: string): Assertion | undefined {
  const sent = objectIn(text);
  const { clientDataJSON, authenticatorData, signature, userHandle } = sent;
  const id = typeof sent["id"] === "string" ? passkeyId(sent["id"]) : undefined;
  if (
    id === undefined ||
    !isBase64url(clientDataJSON, 3000) ||
    !isBase64url(authenticatorData, 1500) ||
    !isBase64url(signature, 1500) ||
    !(userHandle === undefined || userHandle === null || isBase64url(userHandle, 100))
  ) {
    return undefined;
  }
  const clientData = clientDataOf(clientDataJSON);
  // In a frame on another site, the person may not know that they see our page.
  if (typeof clientData?.challenge !== "string" || clientData.crossOrigin === true)
    return undefined;
  return {
    id,
    challenge: clientData.challenge,
    clientDataJSON,
    authenticatorData,
    signature,
    userHandle: userHandle ?? undefined,
  };
}

/**
 * Checks the signature and what it covers (WebAuthn §7.2): this relying party, one of its origins, and that the
 * authenticator verified the person. Whether the challenge is ours and unused is the caller's to check, and so is the
 * counter, which is returned: the ledger compares and sets it at once. Undefined: it proves nothing.
 */
export async function counterOf(
  { id, challenge, clientDataJSON, authenticatorData, signature }: Assertion,
  publicKey: Uint8Array,
  relyingParty: RelyingParty,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: [...relyingParty.origins],
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      // With 0 the library accepts every counter.
      credential: { id, publicKey: Uint8Array.from(publicKey), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
