/**
 * Authenticator apps: time-based one-time passwords (RFC 6238), with the parameters that every app supports:
 * SHA-1, six digits, thirty seconds.
 */
import * as OTPAuth from "otpauth";
import { type Random, Secret } from "../domain/credentials.ts";

const periodSeconds = 30;

/** In base32, for apps: 160 bits, as RFC 4226 §4 recommends. */
export function newTotpSecret(random: Random): Secret {
  const buffer = Uint8Array.from(random(20)).buffer;
  return new Secret(new OTPAuth.Secret({ buffer }).base32);
}

/** The content of the QR code. The app lists it by the service's name and the screen name. */
export function totpAddress(
  secret: Secret,
  { serviceName, screenName }: { readonly serviceName: string; readonly screenName: string },
): string {
  return totpOf(secret, { issuer: serviceName, label: screenName }).toString();
}

/**
 * The time step (RFC 6238 §4.2) of a code: the current one, the one before or the one after, because clocks
 * differ and people type slowly. Undefined if it matches none. `now` in milliseconds since the epoch.
 */
export function totpStep(secret: Secret, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? undefined : Math.floor(now / 1000 / periodSeconds) + delta;
}

function totpOf(secret: Secret, names: { issuer?: string; label?: string } = {}): OTPAuth.TOTP {
  return new OTPAuth.TOTP({
    ...names,
    algorithm: "SHA1",
    digits: 6,
    period: periodSeconds,
    secret: OTPAuth.Secret.fromBase32(secret.reveal()),
  });
}
