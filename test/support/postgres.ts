/**
 * A PostgreSQL for tests: the one that `COUNTERSIGN_TEST_POSTGRES_URL` names (its user may create databases), or one
 * that this process starts, from npm or from this machine. Each test gets an empty database of its own.
 */
import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { ownPostgres } from "./postgres-server.ts";

export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
  readonly address: { readonly hosts: readonly [string]; readonly name: string };
}

export function addressOf(url: string): TestDatabase["address"] {
  return { hosts: [url], name: new URL(url).pathname.slice(1) };
}

let shared: Promise<string> | undefined;

/** The server that the tests of this process share. It ends with the process. */
export function sharedPostgres(): Promise<string> {
  shared ??= findPostgres();
  return shared;
}

/** An empty database, of the shared server unless another is named; dropped, and its connections cut, when the test ends. */
export async function freshDatabase(server?: string): Promise<TestDatabase> {
  return copyOf("template0", server);
}

const prepared = new Map<(address: TestDatabase["address"]) => Promise<unknown>, Promise<string>>();

/** A copy of a database that `prepare` has filled, once in this process: quicker than to fill each one. */
export async function preparedDatabase(
  prepare: (address: TestDatabase["address"]) => Promise<unknown>,
): Promise<TestDatabase> {
  const filled = prepared.get(prepare) ?? fill(prepare);
  prepared.set(prepare, filled);
  return copyOf(await filled);
}

async function fill(
  prepare: (address: TestDatabase["address"]) => Promise<unknown>,
): Promise<string> {
  const { address } = await freshDatabase();
  await prepare(address);
  return address.name;
}

async function copyOf(template: string, server?: string): Promise<TestDatabase> {
  const at = server ?? (await sharedPostgres());
  const name = `test_${randomBytes(8).toString("hex")}`;
  await run(at, `create database ${name} template ${template}`);
  const url = new URL(at);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    address: addressOf(url.href),
    [Symbol.asyncDispose]: () => run(at, `drop database if exists ${name} with (force)`),
  };
}

async function findPostgres(): Promise<string> {
  const given = process.env["COUNTERSIGN_TEST_POSTGRES_URL"];
  if (given !== undefined) return given;
  const server = await ownPostgres();
  server.unref();
  return server.url;
}

/** One statement on a connection of its own. */
async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
