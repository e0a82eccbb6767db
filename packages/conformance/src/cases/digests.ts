/** HMAC-SHA256 and HMAC-SHA512, which RFC 5849 does not have: as HMAC-SHA1 (§3.4.2), with another digest. */
import type { Case } from "../case.ts";
import { placements } from "../protocol.ts";
import {
  type SecretFault,
  type SignatureFault,
  secretFaults,
  signatureFaults,
} from "../signing/signature-faults.ts";
import { accepted, bothOperations, called, everyKind, rejected, single } from "./parts.ts";

const section = "3.4.2";
const severity = "security";
const methods = ["HMAC-SHA256", "HMAC-SHA512"] as const;

const secrets: readonly SecretFault[] = [
  ...(["wrong-consumer-secret", "no-consumer-secret", "no-secrets", "empty-key"] as const),
  ...(["key-without-ampersand", "consumer-secret-cut"] as const),
];
const forms: readonly SignatureFault[] = [
  ...(["hmac-sha1", "hmac-md5", "hex", "empty", "one-character", "all-zero"] as const),
  ...(["halved", "last-byte-changed", "in-other-case", "base-string-digest"] as const),
];
/** A right signature, under the name of a method that the provider does not offer. */
const right = { "HMAC-SHA256": "hmac-sha256", "HMAC-SHA512": "hmac-sha512" } as const;

export const cases: readonly Case[] = methods.flatMap((method) =>
  bothOperations.flatMap((to) => [
    ...placements.map((placement) =>
      single(
        {
          id: `${section}/${method}/accepted/${to}/${placement}`,
          section,
          severity: "must",
          shows: `${called[to]} accepts ${method} by the ${placement}.`,
        },
        { to, signatureMethod: method, placement, extra: [everyKind] },
        accepted,
      ),
    ),
    ...secrets.map((fault) =>
      single(
        {
          id: `${section}/${method}/key/${fault}/${to}`,
          section,
          severity,
          shows: `${called[to]} rejects ${method} with ${secretFaults[fault].name}.`,
        },
        { to, signatureMethod: method, secrets: fault },
        rejected,
      ),
    ),
    ...forms.map((fault) =>
      single(
        {
          id: `${section}/${method}/signature/${fault}/${to}`,
          section,
          severity,
          shows: `${called[to]} rejects ${method} with ${signatureFaults[fault].name}.`,
        },
        { to, signatureMethod: method, signature: fault },
        rejected,
      ),
    ),
    single(
      {
        id: `${section}/${method}/not-offered/${to}`,
        section: "3.2",
        severity: "must",
        shows: `${called[to]} rejects ${method}, which it does not offer.`,
        needs: [`no ${method}`, "HMAC-SHA1"],
      },
      {
        to,
        signatureMethod: "HMAC-SHA1",
        change: [{ set: "oauth_signature_method", to: method }],
        signature: right[method],
      },
      rejected,
    ),
  ]),
);
