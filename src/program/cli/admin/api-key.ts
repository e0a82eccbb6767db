import { type Command, Option } from "commander";
import { isLoopbackHost } from "../../../config/addresses.ts";
import {
  apiKeyNameForm,
  apiKeyRoles,
  type ListedApiKey,
  previousWorks,
} from "../../../domain/api-key.ts";
import { overlaps } from "../../../domain/application.ts";
import { dayMs } from "../../../domain/day.ts";
import type { Ledger } from "../../../domain/ports/ledger.ts";
import { everyItem } from "../../../domain/slice.ts";
import * as apiKeys from "../../../http/admin-api/api-keys.ts";
import { Failed, WrongUse } from "../outcome.ts";
import { addCommand } from "./command.ts";
import { orNone } from "./user.ts";

export function addApiKeyCommands(apiKey: Command): void {
  addCommand(apiKey, {
    name: "create",
    of: apiKeys.createApiKey,
    options: (command) =>
      command
        .requiredOption(
          "--name <name>",
          `a name for the program that uses it, shown in the audit log: ${apiKeyNameForm}`,
        )
        .addOption(
          new Option("--role <role>", "a viewer reads; a manager also changes")
            .choices(apiKeyRoles)
            .makeOptionMandatory(),
        )
        .option("--expires <when>", expiresForm),
    input: ({ name, role, expires }, { now }) => ({ name, role, ...expiryOf(expires, now) }),
    print({ name, role, key, expires_at: expires }, { config: { internalHost } }) {
      const until = expires === null ? "" : ` and expires at ${expires}`;
      const warning = `COUNTERSIGN_INTERNAL_HOST is ${internalHost}, where keys travel without TLS: use them only within a private network, or through a tunnel`;
      return {
        lines: [key],
        notes: [
          `The key ${name} has the role ${role}${until}. It is not shown again.`,
          ...(isLoopbackHost(internalHost) ? [] : [warning]),
        ],
      };
    },
  });
  addCommand(apiKey, {
    name: "list",
    of: apiKeys.listApiKeys,
    print: ({ data }, { now }) =>
      orNone(
        data.map((key) => {
          const { prefix, role, name, expires_at: until, last_used_at: used } = key;
          const isOver = until !== null && Date.parse(until) <= now;
          const expires = isOver ? "expired" : `expires ${until ?? "never"}`;
          const { previous_until: previous, last_used_from: from } = key;
          const isOverlapping = previous !== null && Date.parse(previous) > now;
          const columns = [`${prefix}…`, role, name, expires];
          return [
            ...columns,
            isOverlapping ? `previous key works until ${previous}` : "",
            used === null ? "never used" : `used ${used}${from === null ? "" : ` from ${from}`}`,
            `by ${key.created_by}`,
          ];
        }),
        "there are no API keys yet",
      ),
  });
  addCommand(apiKey, {
    name: "rotate",
    of: apiKeys.rotateApiKey,
    options: (command) =>
      command
        .requiredOption("--name <name>", "the key")
        .addOption(
          new Option("--overlap <time>", "how long the previous key keeps working")
            .choices(Object.keys(overlaps))
            .default("24h"),
        )
        .option(
          "--expires <when>",
          `${expiresForm}; by default, the new key expires when the previous one would have`,
        ),
    // Another program may have rotated it while the question was on the terminal.
    input: async ({ name, overlap, expires }, { ledger, now }) => {
      const { id, prefix } = await keyNamed(ledger, String(name));
      return { id, overlap, replaces: prefix, ...expiryOf(expires, now) };
    },
    async ends({ ledger, options }) {
      const key = await keyNamed(ledger, String(options["name"]));
      return options["overlap"] === "0"
        ? [
            `The key ${options["name"]} that begins with ${key.prefix} (${lastUse(key)}) stops working at once.`,
          ]
        : [];
    },
    print({ name, key, expires_at: expires, previous_until: until }) {
      const previous =
        until === null
          ? "The previous key no longer works."
          : `The previous key works until ${until}.`;
      return {
        lines: [key],
        notes: [
          `The new key ${name} ${expires === null ? "does not expire" : `expires at ${expires}`}. It is not shown again.`,
          previous,
        ],
      };
    },
  });
  addCommand(apiKey, {
    name: "revoke",
    of: apiKeys.revokeApiKey,
    options: (command) => command.requiredOption("--name <name>", "the key"),
    input: async ({ name }, { ledger }) => ({ id: (await keyNamed(ledger, String(name))).id }),
    async ends({ ledger, options, now }) {
      const key = await keyNamed(ledger, String(options["name"]));
      const { name, role } = key;
      const which = previousWorks(key, now) ? "it or the previous one" : "it";
      return [
        `The key ${name} (${role}, ${lastUse(key)}) is revoked permanently: programs that have ${which} are rejected from the next call on.`,
      ];
    },
    print: (_, { options: { name } }) => ({
      lines: [`the key ${name} is revoked`],
      notes: [
        `What it created stays; \`countersign audit export --actor api-key:${name}\` shows what it did.`,
      ],
    }),
  });
}

function lastUse({ lastUsedAt: at, lastUsedFrom: from }: ListedApiKey): string {
  if (at === undefined) return "never used";
  return `last used ${new Date(at).toISOString()}${from === undefined ? "" : ` from ${from}`}`;
}

async function keyNamed(ledger: Ledger, name: string): Promise<ListedApiKey> {
  const keys = everyItem(
    (after) => ledger.apiKeys({ after, size: 500 }),
    ({ id }) => id,
  );
  for await (const key of keys) if (key.name === name) return key;
  throw new Failed(`there is no key ${name}; \`countersign api-key list\` shows them all`);
}

function expiryOf(expires: unknown, now: number): { readonly expires_at?: string } {
  if (typeof expires !== "string") return {};
  return { expires_at: new Date(expiryIn(expires, now)).toISOString() };
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

const expiresForm = "a number of days such as 90d, or a day (UTC) such as 2026-12-31";
