/** §3.4.2 to §3.4.4: keys, hashes and forms of a signature. */
import type { Case } from "../case.ts";
import { placements, type SignatureMethod } from "../protocol.ts";
import type { Sent } from "../request/sent.ts";
import {
  type SecretFault,
  type SignatureFault,
  secretFaults,
  signatureFaults,
} from "../signing/signature-faults.ts";
import { accepted, bothOperations, called, everyKind, rejected, send, single } from "./parts.ts";

const severity = "security";
const ofMethod = {
  "HMAC-SHA1": "3.4.2",
  "RSA-SHA1": "3.4.3",
  PLAINTEXT: "3.4.4",
} as const satisfies Partial<Record<SignatureMethod, string>>;
type OfRfc = keyof typeof ofMethod;

const forKeys: readonly OfRfc[] = ["HMAC-SHA1", "PLAINTEXT"];
const forms: readonly (readonly [OfRfc, readonly SignatureFault[]])[] = [
  [
    "HMAC-SHA1",
    (Object.keys(signatureFaults) as SignatureFault[]).filter((fault) => fault !== "hmac-sha1"),
  ],
  [
    "RSA-SHA1",
    [
      "hmac-sha1",
      "empty",
      "one-character",
      "all-zero",
      "halved",
      "first-byte-changed",
      "last-byte-changed",
      "in-other-case",
      "with-text-before",
      "the-key",
    ],
  ],
  [
    "PLAINTEXT",
    [
      "empty",
      "one-character",
      "halved",
      "in-other-case",
      "with-text-before",
      "with-more-behind",
      "encoded-twice",
    ],
  ],
];

/** A method that the provider does not offer must not bypass the one that it offers. */
const otherMethods = [
  "HMAC-SHA256",
  "HMAC-MD5",
  "NONE",
  "none",
  "hmac-sha1",
  "HMAC-SHA1 ",
  "SHA1",
] as const;

function notOffered(method: "PLAINTEXT" | "RSA-SHA1", sent: Omit<Sent, "to">): readonly Case[] {
  return bothOperations.flatMap((to) =>
    placements.map((placement) =>
      single(
        {
          id: `${ofMethod[method]}/not-offered/${to}/${placement}`,
          section: "3.2",
          severity,
          shows: `${called[to]} rejects ${method} by the ${placement}, which it does not offer.`,
          needs: [`no ${method}`, "HMAC-SHA1"],
        },
        { ...sent, to, placement, change: [{ set: "oauth_signature_method", to: method }] },
        rejected,
      ),
    ),
  );
}

export const cases: readonly Case[] = [
  ...(Object.keys(ofMethod) as OfRfc[]).flatMap((signatureMethod) =>
    bothOperations.flatMap((to) =>
      placements.map((placement) =>
        single(
          {
            id: `${ofMethod[signatureMethod]}/accepted/${to}/${placement}`,
            section: ofMethod[signatureMethod],
            severity: "must",
            shows: `${called[to]} accepts ${signatureMethod} by the ${placement}.`,
          },
          { to, signatureMethod, placement, extra: [everyKind] },
          accepted,
        ),
      ),
    ),
  ),
  ...forKeys.flatMap((signatureMethod) =>
    bothOperations.flatMap((to) =>
      (Object.keys(secretFaults) as SecretFault[])
        // Without a token, these secrets are right.
        .filter((fault) => to === "resource" || !/token|swapped/.test(fault))
        .map((fault) =>
          single(
            {
              id: `${ofMethod[signatureMethod]}/key/${fault}/${to}`,
              section: ofMethod[signatureMethod],
              severity,
              shows: `${called[to]} rejects ${signatureMethod} with ${secretFaults[fault].name}.`,
            },
            { to, signatureMethod, secrets: fault },
            rejected,
          ),
        ),
    ),
  ),
  ...forms.flatMap(([signatureMethod, faults]) =>
    bothOperations.flatMap((to) =>
      faults.map((fault) =>
        single(
          {
            id: `${ofMethod[signatureMethod]}/signature/${fault}/${to}`,
            section: ofMethod[signatureMethod],
            severity,
            shows: `${called[to]} rejects ${signatureMethod} with ${signatureFaults[fault].name}.`,
          },
          { to, signatureMethod, signature: fault },
          rejected,
        ),
      ),
    ),
  ),
  ...notOffered("PLAINTEXT", { signature: "the-key" }),
  ...notOffered("RSA-SHA1", {}),
  ...bothOperations.flatMap((to) =>
    otherMethods.map((method) =>
      single(
        {
          id: `3.4/unknown-method/${encodeURIComponent(method)}/${to}`,
          section: "3.2",
          severity,
          shows: `${called[to]} rejects the signature method "${method}", though the signature would be right for another.`,
          needs: ["HMAC-SHA1"],
        },
        {
          to,
          signatureMethod: "HMAC-SHA1",
          change: [{ set: "oauth_signature_method", to: method }],
        },
        rejected,
      ),
    ),
  ),
  ...bothOperations.map(
    (to): Case => ({
      id: `3.4/signature-of-another-request/${to}`,
      section: "3.2",
      severity,
      shows: `${called[to]} rejects the signature of another request.`,
      steps: [
        { send: { to }, keep: "first" },
        send({ to, afterwards: [{ set: "oauth_signature", to: { sameAs: "first" } }] }, rejected),
      ],
      needs: ["HMAC-SHA1"],
    }),
  ),
];
