import { statSync } from "node:fs";
import { resolve } from "node:path";
import { type AuditEventName, isAuditEvent, webhookEvents } from "../domain/audit.ts";
import { secretPrefix } from "../tools/webhooks/signature.ts";
import type { Webhooks } from "../tools/webhooks/webhook.ts";
import { isLoopbackHost } from "./addresses.ts";
import { ConfigProblem, type ConfigRow, list, oneOf, type ValuesOf } from "./row.ts";
import { secretPair, secretsFrom } from "./secret-pair.ts";

export const webhookSecret = secretPair(
  "WEBHOOK_SECRET",
  `${secretPrefix} and the base64 of 24 to 64 bytes`,
  isWebhookSecret,
);

export const webhookRows = {
  webhookAddresses: {
    name: "WEBHOOKS",
    meaning:
      "Where the service sends events, for example a suspension or a grant that was revoked, each as a signed POST request. Default: nowhere.",
    shape:
      "up to 10 https URLs, separated by commas (http only for a loopback host, with WEBHOOK_ADDRESSES=private); requires a secret",
    example: "https://hooks.example.com/countersign",
    default: "",
    read: readAddresses,
    secret: true,
  },
  givenWebhookSecret: {
    name: "WEBHOOK_SECRET",
    meaning:
      'The secret for signing webhook requests. Create one with `echo "whsec_$(openssl rand -base64 32)"`. With two, every request is signed with both, so receivers can switch to the new one at any time.',
    shape: webhookSecret.shape,
    example: "whsec_c2l4dGVlbiBieXRlcywgdHdpY2UgdGhpcnR5dHdvISE=",
    default: "",
    read: webhookSecret.read,
    secret: true,
  },
  webhookSecretFile: {
    name: "WEBHOOK_SECRET_FILE",
    meaning:
      "A file with the secret, or with two in a line each, instead of WEBHOOK_SECRET. Its group may read it, other accounts may not. It is reloaded on SIGHUP.",
    shape: "a path",
    example: "/run/secrets/countersign-webhooks",
    default: "",
    read: (text) => resolve(text),
  },
  webhookEvents: {
    name: "WEBHOOK_EVENTS",
    meaning:
      "Which events are sent. `changes`: permission changes, administrator actions, and exports and imports of all data (see the list in Events). `all`: every event in the audit log.",
    shape: "changes, all, or names of events, separated by commas",
    example: "access.revoked,access-token.revoked,user.suspended",
    default: "changes",
    read: readEvents,
  },
  webhookNetwork: {
    name: "WEBHOOK_ADDRESSES",
    meaning:
      "Which destinations webhooks may have. `public`: only IP addresses on the public internet, checked on every connection. `private`: also this machine and private networks.",
    shape: "public or private",
    example: "private",
    default: "public",
    read: (text) => oneOf(text, ["public", "private"]),
  },
  auditFile: {
    name: "AUDIT_FILE",
    meaning:
      "A file to which every event of the audit log is appended, as a line of JSON. The service opens it again for each batch, so you can rename it at any time. Default: no file.",
    shape: "a path",
    example: "/var/log/countersign/audit.jsonl",
    default: "",
    read: (text) => fileToAppendTo(resolve(text)),
  },
  auditKeep: {
    name: "AUDIT_KEEP",
    meaning: "How many days events stay in the audit log. Default: they stay forever.",
    shape: "a whole number from 7 to 36500",
    example: "400",
    default: "",
    read: readDays,
  },
} as const satisfies Record<string, ConfigRow>;

/** A pipe or a device syncs nothing, so an event could be lost. Throws an Error; a missing file is made later. */
function fileToAppendTo(path: string): string {
  if (isSomethingElse(path)) {
    throw new Error(
      `${path} isn't a regular file; use one that is, or read the events from the log, which also contains them`,
    );
  }
  return path;
}

function isSomethingElse(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === false;
  } catch {
    // The first event reports why it can't be looked at.
    return false;
  }
}

export function webhookSettings(values: ValuesOf<typeof webhookRows>) {
  const { webhookAddresses, givenWebhookSecret, webhookNetwork, ...others } = values;
  return { ...others, webhooks: webhooksFrom(values) };
}

function webhooksFrom({
  webhookAddresses: urls,
  givenWebhookSecret: given,
  webhookSecretFile: file,
  webhookNetwork: network,
}: ValuesOf<typeof webhookRows>): Webhooks | undefined {
  const secrets = secretsFrom(webhookSecret, given, file);
  if (urls === undefined) return undefined;
  if (secrets.length === 0) {
    throw new ConfigProblem(
      ["WEBHOOKS"],
      "webhook requests are signed; set COUNTERSIGN_WEBHOOK_SECRET or COUNTERSIGN_WEBHOOK_SECRET_FILE",
    );
  }
  const privateAddresses = network === "private";
  for (const [at, url] of urls.entries()) {
    if (url.protocol === "https:" || (privateAddresses && isLoopbackHost(hostOf(url)))) continue;
    throw new ConfigProblem(
      ["WEBHOOKS"],
      `address ${at + 1} is plain HTTP, which only loopback hosts may use, with COUNTERSIGN_WEBHOOK_ADDRESSES=private`,
    );
  }
  return { receivers: urls.map((url) => ({ url })), secrets, privateAddresses };
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

/** No message repeats a URL, which may contain a token. */
function readAddresses(text: string): readonly URL[] {
  const urls = list(text).map((one, at) => {
    const url = URL.canParse(one) ? new URL(one) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol)) {
      throw new Error(`address ${at + 1} is not an HTTPS URL`);
    }
    if (url.username !== "" || url.password !== "" || url.hash !== "") {
      throw new Error(`address ${at + 1} has a user or a fragment`);
    }
    return url;
  });
  if (urls.length === 0 || urls.length > 10) throw new Error("expected 1 to 10 URLs");
  if (new Set(urls.map(String)).size < urls.length) throw new Error("a URL is listed twice");
  return urls;
}

function isWebhookSecret(text: string): boolean {
  const [, key] = /^whsec_([A-Za-z0-9+/]{32,88}={0,2})$/.exec(text) ?? [];
  const bytes = Buffer.from(key ?? "", "base64");
  return bytes.length >= 24 && bytes.length <= 64 && bytes.toString("base64") === key;
}

function readEvents(text: string): readonly AuditEventName[] | "all" {
  if (text === "all") return "all";
  if (text === "changes") return webhookEvents;
  const names = list(text);
  const unknown = names.find((name) => !isAuditEvent(name));
  if (unknown !== undefined) throw new Error(`unknown event: ${JSON.stringify(unknown)}`);
  if (names.length === 0) throw new Error("expected at least one event");
  return [...new Set(names)].filter(isAuditEvent);
}

function readDays(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) < 7 || Number(text) > 36_500) {
    throw new Error(`${JSON.stringify(text)} is out of range or not a number`);
  }
  return Number(text);
}
