import { randomFillSync } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import type { SQLInputValue } from "node:sqlite";
import type { Config } from "../../src/config/config.ts";
import {
  accessTokenOf,
  mintAccessTokenCandidate,
  mintUserId,
  type Random,
} from "../../src/domain/credentials.ts";
import type { Tables } from "../../src/storage/sql/schema.ts";
import { accessTokenIdentity } from "../../src/storage/sql/sealed.ts";
import { secretDigest } from "../../src/storage/sql/secret-digests.ts";
import { openDatabase } from "../../src/storage/sqlite/database.ts";
import { KeyRing } from "../../src/tools/keys/key-ring.ts";
import { keySource } from "../../src/tools/keys/key-sources.ts";
import type { TestApplication } from "../../test/support/service.ts";
import { tokenRecord } from "./tokens-file.ts";

const tokensPerUser = 2;

/**
 * Puts access tokens into a ledger that no server has open: the rows that consent would have made, with
 * sealed secrets and in random order as life makes them, but in a few transactions that wait for no
 * disk. Two tokens for each new user, spread over the applications.
 */
export function fillWithTokens(
  config: Config,
  applications: readonly TestApplication[],
  count: number,
  tokensFile: string,
): void {
  const keys = new KeyRing(keySource(config.keys));
  const database = openDatabase(config.database);
  database.exec("pragma synchronous=off; pragma cache_size=-300000; pragma foreign_keys=off");
  const insertUser = database.prepare(insertInto("user", userColumns));
  const insertToken = database.prepare(insertInto("access_token", tokenColumns));
  const random = pooledRandom();
  const file = openSync(tokensFile, "w", 0o600);
  const now = Date.now();
  for (let user = 0; user * tokensPerUser < count; user += 1) {
    if (user % usersInOneCommit === 0) {
      if (user > 0) database.exec("commit");
      database.exec("begin");
    }
    const userId = mintUserId(random);
    const screenName = `u${String(user).padStart(9, "0")}`;
    const row = [
      Number(userId),
      screenName,
      screenName,
      `${screenName} of many`,
      "",
      0,
      "-",
      0,
      now,
    ];
    insertUser.run(...row, null);
    const records = Array.from({ length: tokensPerUser }, (_, nth) => {
      const at = (user + nth) % applications.length;
      const { suffix, secret } = mintAccessTokenCandidate(random);
      const token = accessTokenOf(userId, suffix);
      const sealed = keys.seal(secret, accessTokenIdentity(token));
      const applicationId = Number(applications[at]?.id);
      const values: SQLInputValue[] = [
        token,
        sealed,
        applicationId,
        Number(userId),
        "read",
        0,
        now,
        secretDigest(keys, secret),
      ];
      insertToken.run(...values);
      return tokenRecord({ application: at, token, secret: secret.reveal() });
    });
    writeSync(file, Buffer.concat(records));
  }
  database.exec("commit; pragma wal_checkpoint(truncate)");
  database.close();
  closeSync(file);
}

const usersInOneCommit = 50_000;

const userColumns = [
  "id",
  "screen_name",
  "folded_screen_name",
  "name",
  "email",
  "email_verified",
  "password_hash",
  "is_admin",
  "created_at",
  "suspended_because",
] as const satisfies readonly (keyof Tables["user"])[];

const tokenColumns = [
  "token",
  "secret",
  "application_id",
  "user_id",
  "access",
  "email_granted",
  "created_at",
  "secret_digest",
] as const satisfies readonly (keyof Tables["access_token"])[];

function insertInto(table: keyof Tables, columns: readonly string[]): string {
  return `insert into "${table}" (${columns}) values (${columns.map(() => "?")})`;
}

/** One call of the generator for many draws: a million tokens ask for a few bytes each. */
function pooledRandom(): Random {
  const pool = Buffer.alloc(65_536);
  let at = pool.length;
  return (bytes) => {
    if (at + bytes > pool.length) {
      randomFillSync(pool);
      at = 0;
    }
    at += bytes;
    return pool.subarray(at - bytes, at);
  };
}
