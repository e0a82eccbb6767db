import { type PasskeyId, passkeyId } from "../../domain/passkey.ts";
import type { RelyingParty } from "./relying-party.ts";
import { clientDataOf, isBase64url, objectIn } from "./response.ts";

/** The response is parsed but not verified. */
interface Assertion {
  readonly id: PasskeyId;
  readonly challenge: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
  /** Authenticators may leave it out if the page named the passkeys. */
  readonly userHandle: string | undefined;
}

/** Returns undefined if it is malformed. */
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
  // In a frame on another site, the user may not know that they see our page.
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
 * Checks the signature, relying party, origin and that the authenticator verified the user (WebAuthn §7.2), but not
 * that the challenge is ours and unused. The database compares and sets the counter at once.
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
