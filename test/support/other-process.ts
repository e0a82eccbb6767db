/**
 * A process that changes the database of a running service, as a command does. It gets one change at a time as a
 * message, and sends one back once the change is committed.
 */
import { byCommandLine } from "../../src/domain/audit-context.ts";
import {
  type AccessToken,
  type ApplicationId,
  Secret,
  type UserId,
} from "../../src/domain/credentials.ts";
import type { Ledger } from "../../src/domain/ports/ledger.ts";
import { withLedger } from "../../src/program/cli/stores.ts";

export interface Target {
  readonly token: string;
  readonly userId: string;
  readonly applicationId: string;
}

export const changes = {
  "revokes the token": (ledger: Ledger, { token }: Target) =>
    ledger.revokeAccessToken(token as AccessToken, by()),
  "suspends the user": (ledger: Ledger, { userId }: Target) =>
    ledger.suspendUser(userId as UserId, "a test", by()),
  "deletes the user": (ledger: Ledger, { userId }: Target) =>
    ledger.deleteUser({ userId: userId as UserId }, by()),
  "suspends the application": (ledger: Ledger, { applicationId }: Target) =>
    ledger.suspendApplication(applicationId as ApplicationId, "a test", by()),
  "regenerates the secret": (ledger: Ledger, { applicationId }: Target) =>
    ledger.regenerateConsumerSecret(
      {
        applicationId: applicationId as ApplicationId,
        secret: new Secret("another-secret-of-the-application"),
        now: Date.now(),
        previousUntil: 0,
        overlap: "none",
      },
      by(),
    ),
  "deletes the application": (ledger: Ledger, { applicationId }: Target) =>
    ledger.deleteApplication(applicationId as ApplicationId, by()),
  "revokes the bearer token": (ledger: Ledger, { applicationId }: Target) =>
    ledger.revokeBearerTokenOf(applicationId as ApplicationId, by()),
} as const;

export type Change = keyof typeof changes;

const by = () => byCommandLine(Date.now());

if (process.send !== undefined) {
  await withLedger(async (ledger) => {
    process.on("message", async ([change, target]: [Change, Target]) => {
      const changed = await changes[change](ledger, target);
      process.send?.(changed ?? "changed");
    });
    process.send?.("ready");
    await new Promise((resolve) => process.once("disconnect", resolve));
  });
}
