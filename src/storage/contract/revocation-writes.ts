import { randomBytes } from "node:crypto";
import { type Revocation, revocationKinds } from "../../domain/revocations.ts";
import { grant, now, type World } from "./seeded-ledger.ts";

/** Endings that are applied again, one of each kind. */
export const revocationWrites = {
  revokeAgain: async (world: World) => {
    const { ledger, alice, bob, application } = world;
    const { token } = await grant(world, bob, "write");
    const rows: readonly Revocation[] = revocationKinds.map((kind) => {
      const isToken = kind === "access-token" || kind === "write-access";
      const isOfUser = /^(user|administrator|password|email|recovery|identity|passkey)/.test(kind);
      const subject = isToken ? token : isOfUser ? alice : application;
      return { mark: randomBytes(16).toString("hex"), at: now, kind, subject, detail: bob };
    });
    await ledger.revokeAgain({ rows, now, seed: "00".repeat(32), passwordHash: "$nobody" });
  },
} as const;
