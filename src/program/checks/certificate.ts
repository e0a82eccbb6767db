/** Whether the certificate is valid for the names that clients use, and for how long. */
import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import type { Config } from "../../config/config.ts";
import { readTlsFiles } from "../../config/tls-files.ts";
import { dayMs } from "../../domain/day.ts";
import { type Finding, failure, ok, reasonOf, skipped, warning } from "./finding.ts";

/** Certificates are usually renewed with 30 days left. With fewer than this, a renewal has failed. */
const soonDays = 21;

export function checkCertificate(config: Config, now: number): readonly Finding[] {
  const { tls, baseUrl, additionalBaseUrls } = config;
  if (tls === undefined) {
    return [skipped("certificate", "TLS is terminated elsewhere")];
  }
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(readTlsFiles(tls).cert);
  } catch (error) {
    return [failure("certificate", reasonOf(error), "Check the paths of the certificate and key")];
  }
  const origins = [...(baseUrl === undefined ? [] : [baseUrl]), ...additionalBaseUrls];
  return [
    lifeFinding(
      tls.cert,
      certificate.validFromDate.getTime(),
      certificate.validToDate.getTime(),
      now,
    ),
    ...origins
      .filter((origin) => origin.startsWith("https:") && !isFor(certificate, origin))
      .map((origin) =>
        failure(
          "certificate",
          `The certificate ${tls.cert} is not for ${new URL(origin).hostname}, the host of ${origin}; it is for ${namesOf(certificate)}`,
          "Get a certificate with that name, or correct COUNTERSIGN_BASE_URL",
        ),
      ),
  ];
}

/** `which` is the name of the certificate in the output. */
export function lifeFinding(which: string, from: number, until: number, now: number): Finding {
  const renew = "Renew it; the service reloads the files automatically";
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  if (now < from)
    return failure(
      "certificate",
      `${which} is valid only from ${day(from)}`,
      "Correct this machine's clock, or install a certificate that is already valid",
    );
  if (now >= until) return failure("certificate", `${which} has expired on ${day(until)}`, renew);
  const days = Math.floor((until - now) / dayMs);
  const message = `${which} is valid until ${day(until)}, for ${days} ${days === 1 ? "day" : "days"}`;
  return days < soonDays ? warning("certificate", message, renew) : ok("certificate", message);
}

function isFor(certificate: X509Certificate, origin: string): boolean {
  const host = new URL(origin).hostname.replace(/^\[|\]$/g, "");
  return (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined;
}

function namesOf({ subjectAltName, subject }: X509Certificate): string {
  return (subjectAltName ?? subject).replaceAll("DNS:", "").replaceAll("IP Address:", "");
}
