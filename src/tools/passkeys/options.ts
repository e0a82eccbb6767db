import type { UserId } from "../../domain/credentials.ts";
import { type Passkey, passkeyUserHandle } from "../../domain/passkey.ts";
import type { RelyingParty } from "./relying-party.ts";

/** The browser waits for the user so long, in milliseconds. */
const timeout = 5 * 60_000;

/** COSE's numbers mean Ed25519, ES256 and RS256. */
export const algorithms = [-8, -7, -257] as const;

/**
 * WebAuthn §5.4: a discoverable credential needs no screen name to sign in. An authenticator with a
 * passkey of this account makes no second one. No attestation is requested.
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

/** WebAuthn §5.5: if no passkeys are named, the user chooses one, and the page reveals no one's. */
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
