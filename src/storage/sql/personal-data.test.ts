import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import type { UserId } from "../../domain/credentials.ts";
import { personalParts } from "../../domain/personal-data.ts";
import { kyselyOver } from "../sqlite/kysely-over.ts";
import { migrateSqlite } from "../sqlite/migration.ts";
import { kept } from "./personal-columns.ts";
import { personalData } from "./personal-data.ts";
import type { Tables } from "./schema.ts";

const alice = "4503599627370001" as UserId;
const bob = "4503599627370002" as UserId;
/** Named in the rows of both. */
const carol = "4503599627370003" as UserId;

test("every column of every table is decided: its user gets it, or there is a reason", async () => {
  const tables = columnsOf(await migrated());
  assert.deepEqual(Object.keys(kept).sort(), [...tables.keys()].sort());
  for (const [table, columns] of tables) {
    const parts = kept[table];
    if (typeof parts === "string") {
      assert.ok(parts.length > 10, table);
      const aboutUsers = columns.filter(({ name }) => namesUsers.test(name));
      assert.deepEqual(aboutUsers, [], `${table} is about users, so it has a part`);
      continue;
    }
    for (const { part, columns: decided } of parts) {
      assert.deepEqual(Object.keys(decided).sort(), columns.map(({ name }) => name).sort(), part);
      for (const [name, form] of Object.entries(decided)) {
        const isHidden = opensSomething.test(name);
        assert.ok(!isHidden || typeof form === "string", `${part} shows the column ${name}`);
      }
    }
  }
  const parts = Object.values(kept).flatMap((one) =>
    typeof one === "string" ? [] : one.map(({ part }) => part as string),
  );
  assert.deepEqual(parts.sort(), [...personalParts].sort());
});

/** Columns of this name have a secret, or what a secret or a session is found by. */
const opensSomething = /digest|secret$|_hash$|^token$|^public_key$|_sid$|^mark$|^signed_in_for$/;

/** Columns of this name have the ID of a user. */
const namesUsers = /(?:^|_)(?:user|owner)_id$|_by$|^actor$/;

test("a user gets what is shown of their own rows, and nothing that is left out, of others, or secret", async () => {
  const database = await migrated();
  database.exec("pragma foreign_keys = off");
  const tables = columnsOf(database);
  for (const [name] of database
    .prepare("select name from sqlite_schema where type = 'trigger'")
    .all()
    .map((row) => [String(row["name"])])) {
    database.exec(`drop trigger "${name}"`);
  }
  const expected: string[] = [];
  const forbidden: string[] = [];
  for (const [table, columns] of tables) {
    const parts = kept[table];
    if (typeof parts === "string") continue;
    for (const { part, columns: decided } of parts) {
      for (const self of [alice, bob]) {
        const values = columns.map((column) => {
          const value = valueIn(column, { part, self });
          const shown = decided[column.name as keyof typeof decided] as unknown;
          const isText = typeof value === "string" && value.includes("canary");
          if (isText && self === alice && typeof shown !== "string") expected.push(value);
          if (isText && (self === bob || typeof shown === "string")) forbidden.push(value);
          return value;
        });
        const places = columns.map(() => "?").join();
        database.prepare(`insert into "${table}" values (${places})`).run(...values);
      }
    }
  }
  const db = kyselyOver(database);
  const found: Record<string, readonly unknown[]> = {};
  for (const part of personalParts) {
    const { rows } = await personalData(db, { userId: alice, part, after: undefined });
    assert.equal(rows.length, 1, part);
    found[part] = rows;
  }
  const text = JSON.stringify(found);
  assert.ok(expected.length > 20 && forbidden.length > 20);
  for (const value of expected) assert.ok(text.includes(value), value);
  for (const value of forbidden) assert.ok(!text.includes(value), value);
  for (const id of [bob, carol]) assert.ok(!text.includes(id), "the ID of another user");
});

test("events come in pages, in their order, each once", async () => {
  const database = await migrated();
  const insert = database.prepare(
    "insert into audit_event (at, name, actor, user_id) values (?, 'user.signed-in', 'anonymous', ?)",
  );
  for (let at = 0; at < 1001; at += 1) insert.run(at, Number(at % 2 === 0 ? alice : bob));
  const db = kyselyOver(database);
  const sizes: number[] = [];
  const ids: number[] = [];
  let after: string | undefined;
  do {
    const page = await personalData(db, { userId: alice, part: "events", after });
    sizes.push(page.rows.length);
    ids.push(...page.rows.map((row) => Number(row["id"])));
    after = page.last;
  } while (after !== undefined);
  assert.deepEqual(sizes, [500, 1]);
  assert.deepEqual(
    ids,
    Array.from({ length: 501 }, (_, at) => 2 * at + 1),
  );
});

test("what another user did to the account comes without their ID and IP address", async () => {
  const database = await migrated();
  const insert = database.prepare(
    "insert into audit_event (at, name, actor, user_id, address) values (0, 'user.suspended', ?, ?, ?)",
  );
  for (const actor of [`user:${bob}`, `user:${alice}`, "anonymous"])
    insert.run(actor, Number(alice), "192.0.2.7");
  const { rows } = await personalData(kyselyOver(database), {
    userId: alice,
    part: "events",
    after: undefined,
  });
  assert.deepEqual(
    rows.map((row) => [row["by"], row["ip_address"]]),
    [
      ["another user", undefined],
      ["yourself", "192.0.2.7"],
      ["anonymous", "192.0.2.7"],
    ],
  );
});

interface Column {
  readonly name: string;
  readonly type: string;
}

function columnsOf(database: DatabaseSync): ReadonlyMap<keyof Tables, readonly Column[]> {
  const tables = database
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name <> 'migration'",
    )
    .all();
  return new Map(
    tables.map(({ name }) => [
      name as keyof Tables,
      database
        .prepare(`pragma table_info("${name}")`)
        .all()
        .map((row) => ({ name: String(row["name"]), type: String(row["type"]).toLowerCase() })),
    ]),
  );
}

let numbers = 0;

/** A value for a row that is about `self`, and names Carol wherever it can name a second user. */
function valueIn(
  { name, type }: Column,
  { part, self }: { readonly part: string; readonly self: UserId },
): string | number | Uint8Array {
  const canary = `canary-${part}-${name}-of-${self === alice ? "alice" : "bob"}`;
  numbers += 1;
  if (part === "account" && name === "id") return Number(self);
  if (ownerColumns[part] === name) return Number(self);
  if (name === "actor" || name === "created_by") return `user:${self}`;
  if (namesUsers.test(name)) return Number(carol);
  if (part === "revocations" && name === "kind") return "password";
  if (part === "revocations" && name === "subject") return self;
  if (/^(?:callbacks|networks|limits|details|answers|awaited_callbacks)$/.test(name))
    return JSON.stringify([canary]);
  if (/^auth_events$/.test(name)) return "password:1700000000000";
  if (type === "blob") return Buffer.from(canary);
  if (type === "text") return canary;
  return numbers;
}

const ownerColumns: Readonly<Record<string, string>> = {
  applications: "owner_id",
  invitations_sent: "invited_by",
  approvals: "approved_by",
  links_created: "made_by",
  api_keys_created: "",
  bulk_actions: "",
  actions: "",
  ...Object.fromEntries(
    [
      ...["collaborations", "applications_offered", "access_tokens", "further_access_tokens"],
      ...["sessions", "sign_ins_begun", "authenticator_app", "recovery_codes", "identities"],
      ...["passkeys", "links", "reserved_screen_names", "emails_waiting", "events"],
      ...["stored_responses", "requests", "ways_of_signing", "sunset_notices"],
    ].map((part) => [part, "user_id"]),
  ),
};

async function migrated(): Promise<DatabaseSync> {
  const database = new DatabaseSync(":memory:");
  migrateSqlite(database);
  return database;
}
