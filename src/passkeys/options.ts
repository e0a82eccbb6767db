/** The options that a page passes to the browser, as JSON: WebAuthn §5.4 and §5.5 */
import type { UserId } from "../domain/credentials.ts";
import { type Passkey, passkeyUserHandle } from "../domain/passkey.ts";
import type { RelyingParty } from "./relying-party.ts";

/** How long the browser waits for the person, in milliseconds. */
const timeout = 5 * 60_000;

/** COSE's numbers: Ed25519, ES256, RS256. */
export const algorithms = [-8, -7, -257] as const;

/**
 * For a new passkey. The authenticator verifies the person and stores the account (a discoverable credential), so no
 * screen name is needed to sign in. One that has a passkey of this account makes no second one. No attestation is asked
 * for.
 */
export function creationOptions({
  relyingParty,
  serviceName,
  user,
  challenge,
  passkeys,
}: {
  readonly relyingParty: RelyingParty;
  readonly serviceName: string;
  readonly user: { readonly id: UserId; readonly screenName: string };
  readonly challenge: string;
  /** The passkeys that the account has. */
  readonly passkeys: readonly Passkey[];
}): string {
  const { id, screenName } = user;
  return JSON.stringify({
    rp: { id: relyingParty.id, name: serviceName },
    user: { id: passkeyUserHandle(id), name: screenName, displayName: screenName },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
    excludeCredentials: passkeys.map(described),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
    timeout,
  });
}

/** For a proof. If no passkeys are named, the person chooses one, and the page does not reveal whose there are. */
export function requestOptions({
  relyingParty,
  challenge,
  passkeys = [],
}: {
  readonly relyingParty: RelyingParty;
  readonly challenge: string;
  readonly passkeys?: readonly Passkey[];
}): string {
  return JSON.stringify({
    rpId: relyingParty.id,
    challenge,
    allowCredentials: passkeys.map(described),
    userVerification: "required",
    timeout,
  });
}

function described({ id, transports }: Passkey) {
  return { type: "public-key", id, transports };
}
