import { type Command, Option } from "commander";
import { isLoopbackHost } from "../../../config/addresses.ts";
import { apiKeyNameForm, apiKeyRoles, type ListedApiKey } from "../../../domain/api-key.ts";
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
        .option(
          "--expires <when>",
          "a number of days such as 90d, or a day (UTC) such as 2026-12-31",
        ),
    input: ({ name, role, expires }, { now }) => ({
      name,
      role,
      ...(typeof expires === "string" && {
        expires_at: new Date(expiryIn(expires, now)).toISOString(),
      }),
    }),
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
          const columns = [`${prefix}…`, role.padEnd(7), name, expires];
          return [
            ...columns,
            used === null ? "never used" : `used ${used}`,
            `by ${key.created_by}`,
          ].join("  ");
        }),
        "there are no API keys yet",
      ),
  });
  addCommand(apiKey, {
    name: "revoke",
    of: apiKeys.revokeApiKey,
    options: (command) => command.requiredOption("--name <name>", "the key"),
    input: async ({ name }, { ledger }) => ({ id: (await keyNamed(ledger, String(name))).id }),
    async ends({ ledger, options }) {
      const { name, role, lastUsedAt } = await keyNamed(ledger, String(options["name"]));
      const used =
        lastUsedAt === undefined ? "never used" : `last used ${new Date(lastUsedAt).toISOString()}`;
      return [
        `The key ${name} (${role}, ${used}) is revoked permanently: programs that have it are rejected from the next call on.`,
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

async function keyNamed(ledger: Ledger, name: string): Promise<ListedApiKey> {
  const keys = everyItem(
    (after) => ledger.apiKeys({ after, size: 500 }),
    ({ id }) => id,
  );
  for await (const key of keys) if (key.name === name) return key;
  throw new Failed(`there is no key ${name}; \`countersign api-key list\` shows them all`);
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
