import { randomBytes } from "node:crypto";
import { type Command, Option } from "commander";
import { isLoopbackHost } from "../../config/addresses.ts";
import type { Config } from "../../config/config.ts";
import {
  type ApiKey,
  type ApiKeyRole,
  apiKeyNameForm,
  apiKeyRoles,
  isApiKeyName,
  isExpired,
  newApiKey,
} from "../../domain/api-key.ts";
import { byCommandLine } from "../../domain/audit-context.ts";
import { dayMs } from "../../domain/day.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { Failed, print, WrongUse } from "./outcome.ts";
import { everyPage, withLedger } from "./stores.ts";

interface NewKeyOptions {
  name: string;
  role: ApiKeyRole;
  expires?: string;
  json?: true;
}

export function addApiKeyCommands(program: Command): void {
  const apiKey = program.command("api-key").description("Keys of the admin API");
  apiKey
    .command("create")
    .description("Create a key; it is printed only once")
    .requiredOption("--name <name>", `what uses it, which the audit log names: ${apiKeyNameForm}`)
    .addOption(
      new Option("--role <role>", "a viewer reads; a manager also changes")
        .choices(apiKeyRoles)
        .makeOptionMandatory(),
    )
    .option("--expires <when>", "a number of days such as 90d, or a day (UTC) such as 2026-12-31")
    .option("--json", "print one JSON object")
    .action((options: NewKeyOptions) =>
      withLedger((ledger, config) => create(ledger, config, options)),
    );
  apiKey
    .command("list")
    .description("List all keys, without the keys themselves")
    .option("--json", "print one JSON object")
    .action((options: { json?: true }) => withLedger((ledger) => list(ledger, options)));
  apiKey
    .command("revoke")
    .description("Revoke a key, from the next call on")
    .requiredOption("--name <name>", "the key")
    .action((options: { name: string }) => withLedger((ledger) => revoke(ledger, options.name)));
}

async function create(
  ledger: Ledger,
  { internalHost }: Config,
  { name, role, expires, json }: NewKeyOptions,
): Promise<void> {
  if (!isApiKeyName(name)) throw new WrongUse(`--name takes ${apiKeyNameForm}`);
  const now = Date.now();
  const expiresAt = expires === undefined ? undefined : expiryIn(expires, now);
  const { secret, key } = newApiKey({ name, role, expiresAt }, randomBytes, now);
  const outcome = await ledger.createApiKey(key, byCommandLine(now));
  if (outcome === "name-taken") {
    throw new Failed(
      `there is a key with the name ${name}; revoke it first, or choose another name`,
    );
  }
  if (!isLoopbackHost(internalHost)) {
    process.stderr.write(
      `countersign: COUNTERSIGN_INTERNAL_HOST is ${internalHost}, where keys travel without TLS: use them only within a private network, or through a tunnel\n`,
    );
  }
  print(json, { ...keyJson(key, now), key: secret.reveal() }, [
    secret.reveal(),
    `The key ${name} has the role ${role}${expiresAt === undefined ? "" : ` and expires at ${timeOf(expiresAt)}`}. It is not shown again.`,
  ]);
}

const maxDays = 3650;

function expiryIn(text: string, now: number): number {
  const [, days] = /^(\d{1,4})d$/.exec(text) ?? [];
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T23:59:59.999Z`) : Number.NaN;
  const at = days === undefined ? day : now + Number(days) * dayMs;
  if (at > now && at <= now + maxDays * dayMs) return at;
  throw new WrongUse(
    `--expires takes a number of days up to ${maxDays}d, or a day to come, such as 2026-12-31`,
  );
}

async function list(ledger: Ledger, { json }: { json?: true }): Promise<void> {
  const keys = await Array.fromAsync(
    everyPage(
      (after) => ledger.apiKeys({ after, size: 500 }),
      (one) => one.id,
    ),
  );
  const now = Date.now();
  const shown = keys.map((one) => keyJson(one, now));
  const lines = shown.map(
    (one) =>
      `${one.prefix}…  ${one.role.padEnd(7)}  ${one.name}  ${one.expired ? "expired" : `expires ${one.expires_at ?? "never"}`}  ${one.last_used_at === null ? "never used" : `used ${one.last_used_at}`}`,
  );
  print(json, { api_keys: shown }, lines.length > 0 ? lines : ["there are no API keys yet"]);
}

function keyJson(key: Omit<ApiKey, "lastUsedAt"> & Partial<ApiKey>, now: number) {
  const { id, name, prefix, role, createdAt, expiresAt, lastUsedAt } = key;
  return {
    ...{ id, name, prefix, role, created_at: timeOf(createdAt) },
    expires_at: expiresAt === undefined ? null : timeOf(expiresAt),
    expired: isExpired({ expiresAt }, now),
    last_used_at: lastUsedAt === undefined ? null : timeOf(lastUsedAt),
  };
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}

async function revoke(ledger: Ledger, name: string): Promise<void> {
  for await (const key of everyPage(
    (after) => ledger.apiKeys({ after, size: 500 }),
    (one: ApiKey) => one.id,
  )) {
    if (key.name !== name) continue;
    if (await ledger.revokeApiKey(key.id, byCommandLine(Date.now()))) {
      print(false, {}, [`the key ${name} is revoked`]);
      return;
    }
  }
  throw new Failed(`there is no key ${name}; \`countersign api-key list\` shows them all`);
}
