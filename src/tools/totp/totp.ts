/** RFC 6238 with the parameters of every app: SHA-1, six digits, thirty seconds. */
import * as OTPAuth from "otpauth";
import { type Random, Secret } from "../../domain/credentials.ts";

const periodSeconds = 30;

/** The secret is in base32, of 160 bits, as RFC 4226 §4 recommends. */
export function newTotpSecret(random: Random): Secret {
  const buffer = Uint8Array.from(random(20)).buffer;
  return new Secret(new OTPAuth.Secret({ buffer }).base32);
}

/** The QR code holds it. The app lists it by the service's name and the screen name. */
export function totpAddress(
  secret: Secret,
  { serviceName, screenName }: { readonly serviceName: string; readonly screenName: string },
): string {
  return totpOf(secret, { issuer: serviceName, label: screenName }).toString();
}

/**
 * A code of the step before or after matches too (RFC 6238 §4.2), because clocks differ and users
 * type slowly. `now` is in milliseconds since the epoch.
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
