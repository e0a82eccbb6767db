/**
 * Connections to the primary. Every wait is bounded. If several hosts are named, the one that gave the last
 * connection is tried first, and standbys are skipped. No statement relies on session state, so a pooler may
 * run each transaction in another session.
 */
import { hash } from "node:crypto";
import { Kysely, PostgresDialect } from "kysely";
import { Pool, type PoolClient, type QueryArrayResult, type types } from "pg";
import { StoreFailure } from "../../domain/errors.ts";
import type { Tables } from "../sql/schema.ts";
import {
  bindable,
  clientFor,
  greet,
  type PostgresAddress,
  parserOf,
  type QuietClient,
} from "./client.ts";
import {
  connectionStands,
  isLostStatement,
  isOutdatedStatement,
  noConnection,
} from "./failures.ts";

export interface Connections extends AsyncDisposable {
  /** `withinMs`: how long it may be used, including the wait for it. Throws `StoreFailure`. */
  take(withinMs: number): Promise<Connection>;
}

export interface StatementOptions {
  /**
   * Whether the connection prepares the statement and keeps it, if no pooler is in between. Only for statements
   * with few different texts, because each is kept as long as the connection.
   */
  readonly prepared?: boolean;
}

export interface Connection {
  /** The database's tables over this connection alone. */
  readonly db: Kysely<Tables>;
  /** A statement without parameters, or several. Throws what the driver throws. */
  run(text: string): Promise<unknown>;
  /** Rows as arrays. */
  rows<Row extends readonly unknown[]>(
    text: string,
    values: readonly unknown[],
    options?: StatementOptions,
  ): Promise<readonly Row[]>;
  /** Whether an error left it unusable. */
  broken(): boolean;
  /** Milliseconds until its time is up. */
  left(): number;
  /** Closes the connection when it is released. */
  discard(): void;
  /** Extends its time. */
  extend(withinMs: number): void;
  /** Calls `listener` with the server's warnings until the connection is released. */
  onNotice(listener: (code: string | undefined) => void): void;
  /** Returns the connection to the pool, or closes it if it is broken. */
  release(): void;
}

const idleMs = 30_000;

/**
 * After so many runs the connection is replaced. A plan made while a table was nearly empty reads the whole
 * table, and PostgreSQL keeps it until autovacuum has analyzed the table.
 */
const maxPreparedRuns = 2000;

/** `most`: the size of this pool. PostgreSQL allows 100 connections in total by default. */
export function openConnections(address: PostgresAddress, boundMs: number, most = 20): Connections {
  const places: Place[] = address.hosts.map((url) => ({
    url,
    pool: poolAt(url),
    answeredAt: performance.now(),
    renewed: Promise.withResolvers(),
  }));
  const known = new WeakMap<PoolClient, Overlay>();
  const sessions: Sessions = { keepStatements: true, generation: 0 };
  let current = 0;
  /** Set once closing begins, so that closing again waits for the same end. */
  let closed: Promise<unknown> | undefined;

  return {
    async take(withinMs) {
      const until = performance.now() + withinMs;
      const failures: unknown[] = [];
      for (let tried = 0; tried < places.length; tried++) {
        const at = (current + tried) % places.length;
        const place = places[at];
        if (place === undefined) continue;
        try {
          const { client, pool } = await soon(place, until);
          current = at;
          return connectionOver(client, until, (broken) => {
            const now = performance.now();
            if (!broken) place.answeredAt = now;
            // If no connection has responded lately, the idle ones would fail one after another.
            else if (
              closed === undefined &&
              place.pool === pool &&
              now - place.answeredAt > boundMs / 2
            ) {
              renew(place);
            }
          });
        } catch (error) {
          failures.push(error);
        }
      }
      throw noConnection(failures, address.name);
    },
    async [Symbol.asyncDispose]() {
      closed ??= Promise.all(places.map(({ pool }) => pool.end()));
      await closed;
    },
  };

  function poolAt(url: string): Pool {
    const pool = new Pool({
      Client: clientFor as never,
      connectionString: url,
      application_name: "countersign",
      max: most,
      connectionTimeoutMillis: Math.ceil(boundMs / address.hosts.length),
      query_timeout: boundMs,
      idleTimeoutMillis: idleMs,
      allowExitOnIdle: true,
      keepAlive: true,
      // Statements are sent without waiting for the previous result. One that gets none in time ends its connection.
      pipeline: true,
      types: { getTypeParser: parserOf as typeof types.getTypeParser },
      onConnect: greet as never,
    });
    // An idle connection that ends is replaced when the next one is needed.
    pool.on("error", () => {});
    return pool;
  }

  function renew(place: Place): void {
    const { pool: old, renewed } = place;
    place.pool = poolAt(place.url);
    place.renewed = Promise.withResolvers();
    renewed.resolve();
    old.end().catch(() => {});
  }

  function connectionOver(
    client: PoolClient,
    until: number,
    released: (broken: boolean) => void,
  ): Connection {
    const overlay = known.get(client) ?? overlayOf(client, sessions);
    known.set(client, overlay);
    overlay.until = until;
    overlay.broken = false;
    let notices: ((notice: { code?: string | undefined }) => void) | undefined;
    return {
      db: overlay.db,
      run: (text) => overlay.query({ text }),
      async rows<Row extends readonly unknown[]>(
        text: string,
        values: readonly unknown[],
        options?: StatementOptions,
      ) {
        const query = { text, values: values.map(bindable), rowMode: "array" as const };
        const { rows } = (await overlay.query(query, options)) as QueryArrayResult<never>;
        return rows as readonly unknown[] as readonly Row[];
      },
      broken: () => overlay.broken,
      left: () => overlay.until - performance.now(),
      discard() {
        overlay.broken = true;
      },
      extend(withinMs) {
        overlay.until = performance.now() + withinMs;
      },
      onNotice(listener) {
        notices = ({ code }) => listener(code);
        client.on("notice", notices);
      },
      release() {
        if (notices !== undefined) client.off("notice", notices);
        client.release(overlay.broken || overlay.isWorn());
        released(overlay.broken);
      },
    };
  }
}

/** State that belongs to one driver connection. */
interface Overlay {
  readonly db: Kysely<Tables>;
  query(
    query: { text: string; values?: unknown[]; rowMode?: "array" },
    options?: StatementOptions,
  ): Promise<unknown>;
  until: number;
  broken: boolean;
  /** Whether the connection should be replaced because of its prepared statements. */
  isWorn(): boolean;
}

/** The connections' knowledge of their prepared statements. */
interface Sessions {
  /** False once a prepared statement has been lost. */
  keepStatements: boolean;
  /**
   * Generation of the connections. A new one begins when a statement is out of date, because the other
   * connections may have prepared it too.
   */
  generation: number;
}

function overlayOf(client: PoolClient, sessions: Sessions): Overlay {
  const { generation } = sessions;
  const isCurrent = () => generation === sessions.generation;
  let preparedRuns = 0;
  const overlay: Overlay = {
    until: 0,
    broken: false,
    isWorn: () => preparedRuns >= maxPreparedRuns || !isCurrent(),
    async query(query, options) {
      const left = overlay.until - performance.now();
      if (overlay.broken) throw new StoreFailure("the connection is broken");
      if (left <= 0) throw late();
      const { ownsSession } = client as PoolClient & QuietClient;
      const mayKeep = ownsSession && sessions.keepStatements && isCurrent();
      const keeps = options?.prepared === true && mayKeep;
      if (keeps) preparedRuns += 1;
      try {
        const asked = { ...query, query_timeout: Math.ceil(left) };
        return await client.query(
          (keeps ? { ...asked, name: nameOf(query.text) } : asked) as never,
        );
      } catch (error) {
        if (isLostStatement(error)) sessions.keepStatements = false;
        if (keeps && isOutdatedStatement(error) && isCurrent()) sessions.generation += 1;
        if (!connectionStands(error)) overlay.broken = true;
        throw error;
      }
    },
    db: new Kysely<Tables>({
      dialect: new PostgresDialect({
        pool: {
          options: {},
          connect: async () => ({
            query: ((text: string, values: readonly unknown[]) =>
              overlay.query({ text, values: values.map(bindable) })) as never,
            release() {},
          }),
          end: async () => {},
        },
      }),
    }),
  };
  return overlay;
}

/** A host, and its connections until they are given up together. */
interface Place {
  readonly url: string;
  pool: Pool;
  /** When it last responded, or was first named. */
  answeredAt: number;
  /** Resolves when another pool takes the place of this one. */
  renewed: PromiseWithResolvers<void>;
}

/**
 * Waits no longer than the caller allows; the pool's own limit is per host. A pool that is given up serves no one
 * who waits, so the next one is asked. A connection that comes too late is returned.
 */
async function soon(place: Place, until: number): Promise<{ client: PoolClient; pool: Pool }> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), Math.max(0, until - performance.now()));
  try {
    for (;;) {
      const { pool, renewed } = place;
      const client = await oneOf(pool, Promise.race([tooLate, renewed.promise]));
      if (client !== undefined) return { client, pool };
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Returns undefined if the wait ended before there was a connection. */
async function oneOf(pool: Pool, ended: Promise<void>): Promise<PoolClient | undefined> {
  let client: PoolClient | undefined;
  const coming = pool.connect();
  try {
    client = (await Promise.race([coming, ended])) ?? undefined;
    return client;
  } finally {
    if (client === undefined) coming.then((other) => other.release()).catch(() => {});
  }
}

function late(): StoreFailure {
  return new StoreFailure("the database didn't respond in time");
}

const names = new Map<string, string>();

/** The name of a statement is derived from its text, so that equal names always mean equal statements. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `countersign_${hash("sha256", text).slice(0, 16)}`;
  names.set(text, name);
  return name;
}
