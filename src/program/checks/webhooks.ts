/** Whether events reach the configured webhooks and file. Nothing is sent unless the administrator wants it. */
import { randomBytes } from "node:crypto";
import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";
import type { Config } from "../../config/config.ts";
import { fileReceiverId, type InspectedReceiver } from "../../domain/delivery.ts";
import { openPost, type Poster } from "../../tools/webhooks/post.ts";
import { signedHeaders } from "../../tools/webhooks/signature.ts";
import {
  type Webhook,
  type Webhooks,
  webhookId,
  webhookNames,
} from "../../tools/webhooks/webhook.ts";
import {
  type CheckName,
  type Finding,
  failure,
  ok,
  reasonOf,
  skipped,
  warning,
} from "./finding.ts";

interface Outbox {
  /** This is undefined if the database can't be read. */
  readonly receivers: readonly InspectedReceiver[] | undefined;
  readonly now: number;
}

/** `test` sends one request to each. */
export async function checkWebhooks(
  { webhooks }: Pick<Config, "webhooks">,
  outbox: Outbox & { readonly test: boolean },
): Promise<readonly Finding[]> {
  if (webhooks === undefined) {
    return outbox.test
      ? [failure("webhooks", "There is no webhook to test", "Set COUNTERSIGN_WEBHOOKS")]
      : [skipped("webhooks", "The service calls none: COUNTERSIGN_WEBHOOKS is not set")];
  }
  using poster = openPost(webhooks.privateAddresses);
  const names = webhookNames(webhooks.receivers);
  const findings = webhooks.receivers.map(async (webhook, at) => {
    const name = names[at] ?? "";
    const reached = outbox.test
      ? await tested(name, webhook, webhooks, poster, outbox.now)
      : await lookedUp(name, webhook, poster);
    return [reached, ...waitingFor("webhooks", name, webhookId(webhook), outbox)];
  });
  return [...(await Promise.all(findings)).flat(), ...secondSecret(webhooks)];
}

function secondSecret({ secrets }: Webhooks): readonly Finding[] {
  if (secrets.length < 2) return [];
  const message =
    "Each request is signed with two secrets; once each receiver checks with the first one, remove the second";
  return [ok("webhooks", message)];
}

export function checkAuditFile(
  { auditFile }: Pick<Config, "auditFile">,
  outbox: Outbox,
): readonly Finding[] {
  if (auditFile === undefined) {
    return [skipped("audit file", "The service writes none: COUNTERSIGN_AUDIT_FILE is not set")];
  }
  const waiting = waitingFor("audit file", auditFile, fileReceiverId, outbox);
  try {
    accessSync(dirname(auditFile), constants.W_OK | constants.X_OK);
    return waiting;
  } catch (error) {
    const message = `${auditFile} can't be created: ${reasonOf(error)}`;
    const fix = "Create its directory, owned by the service account";
    return [failure("audit file", message, fix), ...waiting];
  }
}

async function lookedUp(name: string, { url }: Webhook, poster: Poster): Promise<Finding> {
  const late = new Promise<never>((_, fail) =>
    AbortSignal.timeout(maxMs).addEventListener("abort", () =>
      fail(new Error("the name server didn't respond within 8 seconds")),
    ),
  );
  try {
    const addresses = await Promise.race([poster.addressesOf(url), late]);
    const how = url.protocol === "https:" ? "" : ", without TLS";
    const message = `${name} resolves to ${addresses.join(", ")}${how}; --test-webhooks sends a request`;
    return ok("webhooks", message);
  } catch (error) {
    return failure(
      "webhooks",
      `${name} can't be resolved: ${reasonOf(error)}`,
      "Correct the host in COUNTERSIGN_WEBHOOKS, or this machine's DNS",
    );
  }
}

const maxMs = 8_000;

/** It is signed like an event, so a receiver tests its own check of signatures too. */
async function tested(
  name: string,
  { url }: Webhook,
  { secrets }: Webhooks,
  { post }: Poster,
  now: number,
): Promise<Finding> {
  const id = `check_${randomBytes(16).toString("hex")}`;
  const timestamp = new Date(now).toISOString();
  const body = JSON.stringify({ type: "check", timestamp, data: {} });
  const headers = signedHeaders(secrets, { id, at: now, body });
  try {
    const status = await post(url, { headers, body, signal: AbortSignal.timeout(maxMs) });
    if (status >= 200 && status < 300)
      return ok("webhooks", `${name} accepted the test event (${status})`);
    return failure(
      "webhooks",
      `${name} rejected the test event with ${status}`,
      "Check its log. It must return 200 to 299 at the URL itself (redirects aren't followed), and verify the signature with the secret in these settings",
    );
  } catch (error) {
    return failure(
      "webhooks",
      `${name} rejected the test event: ${reasonOf(error)}`,
      "Make it reachable from this machine, over TLS with a certificate for that name; NODE_EXTRA_CA_CERTS adds a certificate authority",
    );
  }
}

function waitingFor(
  check: CheckName,
  name: string,
  id: string,
  { receivers, now }: Outbox,
): readonly Finding[] {
  if (receivers === undefined) return [];
  const state = receivers.find((one) => one.id === id);
  if (state === undefined) {
    const message = `No events are queued for ${name} yet; queuing starts when the service starts`;
    return [skipped(check, message)];
  }
  return [outboxFinding(check, name, state, now)];
}

/** A running server delivers what waits within seconds. */
const soonMs = 600_000;

export function outboxFinding(
  check: CheckName,
  name: string,
  { waiting, oldest, rejected, failingSince, dropped }: InspectedReceiver,
  now: number,
): Finding {
  const day = (at: number) => new Date(at).toISOString();
  const events = (count: number) => `${count} ${count === 1 ? "event" : "events"}`;
  const were = (count: number) => (count === 1 ? "was" : "were");
  const gone = dropped === 0 ? "" : `; ${events(dropped)} ${were(dropped)} dropped in total`;
  const queue =
    oldest === undefined
      ? `No event is waiting for ${name}${gone}`
      : `${events(waiting)} ${waiting === 1 ? "is" : "are"} waiting for ${name}, the oldest since ${day(oldest)}, ${rejected} ${were(rejected)} rejected${gone}`;
  if (failingSince !== undefined) {
    return failure(
      check,
      `${queue}; nothing was accepted since ${day(failingSince)}`,
      "Check the receiver, and the service's log, which shows why. Events are dropped after three days",
    );
  }
  if (rejected > 0) {
    return warning(
      check,
      queue,
      "Check the receiver's log for what it rejects; each event is retried for three days",
    );
  }
  if (oldest !== undefined && now - oldest > soonMs) {
    return warning(check, queue, "Start the service with these settings; it will deliver them");
  }
  return ok(check, queue);
}
