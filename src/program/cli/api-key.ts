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
  type ListedApiKey,
} from "../../domain/api-key.ts";
import { byCommandLine } from "../../domain/audit-context.ts";
import { dayMs } from "../../domain/day.ts";
import { everyPage } from "../../domain/page.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { createApiKey } from "../../http/actions/create-api-key.ts";
import { type Confirmation, confirm, yesMeaning } from "./confirm.ts";
import { Failed, print, WrongUse } from "./outcome.ts";
import { withLedger } from "./stores.ts";

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
    .requiredOption(
      "--name <name>",
      `a name for the program that uses it, shown in the audit log: ${apiKeyNameForm}`,
    )
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
    .option("--yes", yesMeaning)
    .action((options: Confirmation & { name: string }) =>
      withLedger((ledger) => revoke(ledger, options)),
    );
}

async function create(
  ledger: Ledger,
  { internalHost }: Config,
  { name, role, expires, json }: NewKeyOptions,
): Promise<void> {
  if (!isApiKeyName(name)) throw new WrongUse(`--name takes ${apiKeyNameForm}`);
  const now = Date.now();
  const expiresAt = expires === undefined ? undefined : expiryIn(expires, now);
  const wanted = { name, role, expiresAt };
  const by = byCommandLine(now);
  const created = await createApiKey({ ledger, random: randomBytes }, wanted, by);
  if (created === undefined) {
    throw new Failed(
      `there is a key with the name ${name}; revoke it first, or choose another name`,
    );
  }
  if (!isLoopbackHost(internalHost)) {
    process.stderr.write(
      `countersign: COUNTERSIGN_INTERNAL_HOST is ${internalHost}, where keys travel without TLS: use them only within a private network, or through a tunnel\n`,
    );
  }
  const key = created.secret.reveal();
  const shown = await inJson({ ...created.key, createdBy: by.actor, lastUsedAt: undefined }, now);
  const until = shown.expires_at === null ? "" : ` and expires at ${shown.expires_at}`;
  const note = `The key ${name} has the role ${role}${until}. It is not shown again.`;
  print(json, { ...shown, key }, [key], [note]);
}

function expiryIn(text: string, now: number): number {
  const [, days] = /^(\d{1,4})d$/.exec(text) ?? [];
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T23:59:59.999Z`) : Number.NaN;
  const at = days === undefined ? day : now + Number(days) * dayMs;
  if (at > now && at <= now + maxDays * dayMs) return at;
  throw new WrongUse(
    `--expires takes a number of days up to ${maxDays}d, or a day to come, such as 2026-12-31`,
  );
}

const maxDays = 3650;

async function list(ledger: Ledger, { json }: { json?: true }): Promise<void> {
  const now = Date.now();
  const lines: string[] = [];
  const shown: object[] = [];
  for await (const one of everyKey(ledger)) {
    const key = await inJson(one, now);
    const { prefix, role, name, expires_at: until, last_used_at: used, created_by: by } = key;
    const expires = key.expired ? "expired" : `expires ${until ?? "never"}`;
    const columns = [`${prefix}…`, role.padEnd(7), name, expires];
    const creator = `by ${one.creatorScreenName ?? by}`;
    lines.push([...columns, used === null ? "never used" : `used ${used}`, creator].join("  "));
    shown.push(key);
  }
  print(json, { api_keys: shown }, lines.length > 0 ? lines : ["there are no API keys yet"]);
}

/** As the admin API shows it. Only these commands need its schemas. */
async function inJson(key: ApiKey, now: number) {
  const { apiKeyJson } = await import("../../http/admin-api/api-key.ts");
  return { ...apiKeyJson(key), expired: isExpired(key, now) };
}

async function revoke(
  ledger: Ledger,
  { name, ...options }: Confirmation & { name: string },
): Promise<void> {
  for await (const key of everyKey(ledger)) {
    if (key.name !== name) continue;
    const { lastUsedAt: used, role } = key;
    const last = used === undefined ? "never used" : `last used ${new Date(used).toISOString()}`;
    const ends = `The key ${name} (${role}, ${last}) is revoked permanently: programs that have it are rejected from the next call on.`;
    await confirm([ends], options);
    if ((await ledger.revokeApiKey(key.id, byCommandLine(Date.now()))) === undefined) continue;
    print(false, {}, [`the key ${name} is revoked`]);
    process.stderr.write(
      `countersign: what it created stays; \`countersign audit export --actor api-key:${name}\` shows what it did\n`,
    );
    return;
  }
  throw new Failed(`there is no key ${name}; \`countersign api-key list\` shows them all`);
}

function everyKey(ledger: Ledger): AsyncGenerator<ListedApiKey> {
  return everyPage(
    (after) => ledger.apiKeys({ after, size: 500 }),
    ({ id }) => id,
  );
}
