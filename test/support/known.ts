import { hmacSha1 } from "#oauth1";
import type { Known } from "../../src/doctor/known.ts";
import { Secret } from "../../src/domain/credentials.ts";

/** What the doctor knows about a request that was signed with these, of an application without restrictions. */
export function knownFor(
  { consumerKey, consumerSecret }: { consumerKey: string; consumerSecret: string },
  parts: Partial<Known> = {},
): Known {
  return {
    now: 1_790_000_000_000,
    origins: ["https://id.example.com"],
    apiOrigins: ["https://api.example.com"],
    signatureMethods: [hmacSha1],
    operations: [],
    application: {
      name: "Weather Bot",
      consumerKey,
      secrets: [new Secret(consumerSecret)],
      secretSetAt: 0,
      secretReplaced: false,
      secretRevokedAt: undefined,
      previousSecret: undefined,
      suspendedBecause: undefined,
      access: "write",
      requireSha256: false,
      callbacks: [],
      confirmedSchemes: [],
    },
    others: [],
    token: { kind: "none" },
    nonceUsed: undefined,
    ...parts,
  };
}
