/** docs/guide/migration-project.md: its script reads the tables of Django, and old tokens work after its commands. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { sign } from "@countersign/oauth1";
import { missing } from "../gateways/gateway.ts";
import { guideBlock } from "../support/guide-block.ts";
import { executable, run, scratchDirectory } from "./command.ts";
import { runHere, serveHere } from "./run-here.ts";

/** As the migrations of Django 4.2 and of django-oauth-plus 2.2 create them. */
const tables = `
  create table auth_user (id integer primary key, password text, last_login text, is_superuser integer,
    username text, first_name text, last_name text, email text, is_staff integer, is_active integer, date_joined text);
  create table oauth_provider_scope (id integer primary key, name text, url text, is_readonly integer);
  create table oauth_provider_consumer (id integer primary key, name text, description text, key text, secret text,
    status integer, xauth_allowed integer, user_id integer);
  create table oauth_provider_token (id integer primary key, key text, secret text, token_type integer,
    timestamp integer, is_approved integer, verifier text, callback text, callback_confirmed integer,
    consumer_id integer, scope_id integer, user_id integer);
  insert into auth_user values
    (1, 'pbkdf2_sha256$600000$c2FsdHNhbHRzYWx0$${"A".repeat(43)}=', null, 1, 'alice', 'Alice', 'Liddell',
      'alice@example.com', 1, 1, '2019-03-01 09:30:00.123456'),
    (2, '!unusable', null, 0, 'bob+news@example.com', '', '', '', 0, 0, '2020-01-01 00:00:00');
  insert into oauth_provider_scope values (1, 'read', '', 1);
  insert into oauth_provider_consumer values
    (1, 'Weather', 'Where it rains', 'weather-consumer-key', '0123456789abcdef', 2, 0, 1),
    (2, 'Pending', '', 'pending-consumer-key', '0123456789abcdef', 1, 0, 1),
    (3, 'Nobody''s', '', 'unowned-consumer-key', '0123456789abcdef', 2, 0, null);
  insert into oauth_provider_token values
    (1, 'alices-old-token', 'secret-of-a-token', 2, 1500000000, 1, '', 'https://weather.example/callback?from=a', 1, 1, null, 1),
    (2, 'bobs-old-token', 'secret-of-a-token', 2, 1500000001, 1, '', null, 1, 1, 1, 2),
    (3, 'a-request-token', 'secret-of-a-token', 1, 1500000002, 0, '', 'https://weather.example/callback', 0, 1, null, null);
`;

test("export, dry run and import as written; a client goes on with its token", {
  skip: missing("python3"),
}, async () => {
  using directory = scratchDirectory();
  const { path } = directory;
  const settings = { DATA_DIR: join(path, "data") };
  const old = new DatabaseSync(join(path, "db.sqlite3"));
  old.exec(tables);
  old.close();
  writeFileSync(join(path, "export.py"), guideBlock("migration-project", "export.py"));
  const exports = { cwd: path, encoding: "utf8" } as const;
  execFileSync("bash", ["-e", "-c", guideBlock("migration-project", "export")], exports);

  symlinkSync(executable, join(path, "countersign"));
  const { status, stdout, stderr } = await run(
    ["-e", "-c", guideBlock("migration-project", "import")],
    {
      command: "bash",
      settings,
      cwd: path,
      environment: { PATH: `${path}:${dirname(process.execPath)}:${process.env["PATH"]}` },
    },
  );
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, /^6 lines, 0 conflicts, 0 rejected\. This was a dry run/m);
  assert.match(stdout, /^access tokens +2 new +0 there$/m);

  const { stdout: users } = await runHere(["user", "list"], { settings });
  assert.match(users, /bob_news_example\.com/);
  const shown = await runHere(["app", "show", "--consumer-key", "weather-consumer-key"], {
    settings,
  });
  assert.match(shown.stdout, /https:\/\/weather\.example\/callback$/m);

  await using service = await serveHere({ settings });
  const url = `${service.baseUrl}/1.1/account/verify_credentials.json`;
  const consumer = { consumerKey: "weather-consumer-key", consumerSecret: "0123456789abcdef" };
  const call = async (token: string) => {
    const keys = { ...consumer, token, tokenSecret: "secret-of-a-token" };
    return fetch(url, { headers: { authorization: sign({ url }, keys).authorization } });
  };
  const profile = JSON.parse(await (await call("alices-old-token")).text());
  assert.deepEqual([profile.screen_name, profile.name], ["alice", "Alice Liddell"]);
  assert.equal((await call("bobs-old-token")).status, 403);
  assert.equal((await call("a-request-token")).status, 401);
});
