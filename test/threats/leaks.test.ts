/** T18, T29 and stored data: secrets are sent through every flow, and then searched for everywhere. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import type { ConsumerKey } from "../../src/domain/credentials.ts";
import {
  approvalOf,
  basicHeader,
  bearerFor,
  exchange,
  requestTokenFor,
  revoke,
  verifyCredentials,
} from "../support/flow.ts";
import { startServe } from "../support/process.ts";
import {
  keepLedgersOnDisk,
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
  type TestApplication,
} from "../support/service.ts";
import { signedFetch } from "../support/signing.ts";
import { linkIn, startMailServer } from "../support/smtp.ts";
import { testPassword } from "../support/test-password.ts";
import { formOn, Visitor, withoutLanguages } from "../support/visitor.ts";

keepLedgersOnDisk();

test("T18 — canary secrets through every flow are in no log, no response, and not at rest", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-canary-"));
  try {
    const secrets = new Map<string, string>();
    const answers: string[] = [];
    const { alice, application, desktop, owner } = await seed(dataDir);
    secrets.set("consumer secret", application.consumerSecret);
    secrets.set("desktop's consumer secret", desktop.consumerSecret);
    secrets.set("owner's token secret", owner.secret);
    secrets.set("password", testPassword);
    secrets.set("wrong password", "a wrong canary password");

    await using mails = await startMailServer({
      allowInsecureAuth: true,
      onAuth: ({ username }, _session, done) => done(null, { user: username ?? "" }),
    });
    secrets.set("mail server's password", "a canary of the mail server");
    await using server = await startServe({
      SMTP_URL: `smtp://mailer:a%20canary%20of%20the%20mail%20server@127.0.0.1:${mails.port}`,
      MAIL_FROM: "id@example.com",
      DATA_DIR: dataDir,
      LOG_LEVEL: "debug",
      RATE_LIMITS: "account/verify_credentials=3",
    });
    const { baseUrl } = server;

    // The web flow, with secrets in wrong places, as some clients send them.
    const visitor = new Visitor(baseUrl);
    const request = await requestTokenFor(baseUrl, application);
    secrets.set("request token secret", request.secret);
    const path = `/oauth/authorize?oauth_token=${request.token}&oauth_token_secret=${request.secret}`;
    const page = await visitor.get(path);
    const wrong = await visitor.submit(page, {
      username: "alice",
      password: "a wrong canary password",
    });
    answers.push(page.html, wrong.html);
    answers.push(
      (await visitor.submit(page, { username: testPassword, password: "x" })).html.replaceAll(
        ` value="${testPassword}"`,
        "",
      ),
    );
    const verifier = await approvalOf(baseUrl, request.token, alice, visitor);
    secrets.set("verifier", verifier);
    secrets.set("session id", visitor.cookies.get("session") ?? "");
    secrets.set("known browser", visitor.cookies.get("browser") ?? "");
    const csrf =
      formOn(
        (
          await visitor.get(
            `/oauth/authorize?oauth_token=${(await requestTokenFor(baseUrl, application)).token}`,
          )
        ).html,
      ).hidden["csrf"] ?? "";
    secrets.set("csrf token", csrf);
    answers.push(await (await exchange(baseUrl, application, request, `${verifier}x`)).text());
    const form = new URLSearchParams(
      await (await exchange(baseUrl, application, request, verifier)).text(),
    );
    const access = {
      token: form.get("oauth_token") ?? "",
      secret: form.get("oauth_token_secret") ?? "",
    };
    secrets.set("access token secret", access.secret);
    answers.push(await (await exchange(baseUrl, application, request, verifier)).text());

    // The flow with a PIN.
    const pinRequest = await requestTokenFor(baseUrl, desktop, "oob");
    secrets.set("PIN request's secret", pinRequest.secret);
    const pin = await approvalOf(baseUrl, pinRequest.token, alice, visitor);
    secrets.set("PIN", pin);

    // A forgotten password, by mail and on the command line. Links that were not used are still valid at the end.
    const forgetful = new Visitor(baseUrl);
    await forgetful.submit(await forgetful.get("/reset"), { who: "alice@users.example" });
    const [mail] = await mails.has(1);
    const link = linkIn(mail ?? assert.fail());
    secrets.set("secret of a reset link", link.searchParams.get("token") ?? "");
    const opened = await forgetful.get(link.pathname + link.search);
    const short = await forgetful.submit(opened, { new_password: "2short" });
    const own = withoutLanguages(short.html);
    answers.push(own.replaceAll(/name="token" value="[^"]*"/g, ""));
    answers.push((await forgetful.get(`${link.pathname}${link.search}x`)).html);
    const lost = {
      ...formOn(opened.html).hidden,
      token: "x",
      new_password: "a new canary password",
    };
    answers.push((await forgetful.post("/reset/password", lost)).html);
    secrets.set("new password", "a new canary password");

    // Used normally, beyond the limit, and rejected in every way.
    for (let times = 0; times < 5; times += 1) {
      answers.push(await (await verifyCredentials(baseUrl, application, access)).text());
    }
    const swapped = { ...application, consumerSecret: access.secret };
    answers.push(await (await verifyCredentials(baseUrl, swapped, access)).text());
    const inQuery = `?oauth_token_secret=${access.secret}&oauth_consumer_secret=${application.consumerSecret}`;
    answers.push(await (await verifyCredentials(baseUrl, application, access, inQuery)).text());
    answers.push(await (await fetch(`${baseUrl}/${application.consumerSecret}`)).text());
    answers.push(
      await (
        await fetch(`${baseUrl}/1.1/account/verify_credentials.json`, {
          headers: { authorization: `Bearer ${access.secret}` },
        })
      ).text(),
    );
    answers.push(
      await (
        await fetch(`${baseUrl}/oauth2/token`, {
          method: "POST",
          headers: { authorization: basicHeader({ ...application, consumerKey: access.secret }) },
        })
      ).text(),
    );

    const bearer = await bearerFor(baseUrl, application);
    secrets.set("bearer token", bearer);
    const status = `${baseUrl}/1.1/application/rate_limit_status.json`;
    answers.push(
      await (await fetch(status, { headers: { authorization: `Bearer ${bearer}` } })).text(),
    );
    const signer = { ...application, token: owner.token, tokenSecret: owner.secret };
    const invalidate = (value: string) =>
      signedFetch("POST", `${baseUrl}/oauth2/invalidate_token?access_token=${value}`, signer);
    answers.push(await (await invalidate(`${bearer}x`)).text());
    const keptOthers = await bearerFor(baseUrl, desktop);
    secrets.set("another's bearer token", keptOthers);
    answers.push(await (await invalidate(keptOthers)).text());
    assert.equal((await invalidate(bearer)).status, 200);
    const again = await bearerFor(baseUrl, application);
    secrets.set("second bearer token", again);
    assert.equal((await revoke(baseUrl, application, access)).status, 200);

    // An internal error: its log line has a stack and no secret.
    damage(dataDir, desktop.id, "callbacks = '[' || callbacks");
    const withFault = await askFor(baseUrl, desktop);
    assert.equal(withFault.status, 500);
    // A row that cannot be read: its log line names the read that failed.
    damage(dataDir, desktop.id, "consumer_secret = substr(consumer_secret, 1, 60)");
    const broken = await askFor(baseUrl, desktop);
    assert.equal(broken.status, 503);
    answers.push(await withFault.text(), await broken.text());
    await server.stop();

    const log = server.output();
    assert.match(log, /"event":"user\.signed-in"/, "the log was on");
    assert.match(log, /"code":131/);
    assert.match(log, /"code":130/);
    assert.ok(log.split("\n").length > 30);
    const files = filesUnder(dataDir);
    assert.ok(files.some(([name]) => name.endsWith("countersign.db")));
    assert.ok(files.some(([name]) => name.endsWith(".nonces")));
    const keyFile = readFileSync(join(dataDir, "keys"), "utf8").trim().split(":")[1] ?? "";
    const places: [string, Buffer][] = [["the log", Buffer.from(log)], ...files];

    for (const [name, secret] of secrets) {
      assert.ok(secret.length >= 7, name);
      for (const form of formsOf(name, secret)) {
        for (const [place, bytes] of places) {
          assert.ok(!holds(bytes, form), `the ${name} is in ${place}`);
        }
      }
      for (const answer of answers) {
        assert.ok(!holds(Buffer.from(answer), secret), `the ${name} is in an answer: ${answer}`);
      }
    }
    for (const [place, bytes] of places) {
      assert.ok(!bytes.includes(keyFile) && !bytes.includes(Buffer.from(keyFile, "base64")), place);
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

/** Seven digits inside a longer number are not a PIN. */
function holds(bytes: Buffer, text: string): boolean {
  if (!/^\d{7}$/.test(text)) return bytes.includes(text);
  return new RegExp(`(?<!\\d)${text}(?!\\d)`).test(bytes.toString("latin1"));
}

function formsOf(name: string, secret: string): string[] {
  if (name === "PIN") return [secret];
  const bytes = Buffer.from(secret);
  return [
    secret,
    bytes.toString("hex"),
    bytes.toString("base64"),
    bytes.toString("base64url"),
    bytes.toString("utf16le"),
  ];
}

function filesUnder(dataDir: string): [string, Buffer][] {
  return readdirSync(dataDir, { recursive: true, encoding: "utf8" })
    .filter((name) => name !== "keys" && statSync(join(dataDir, name)).isFile())
    .map((name) => [name, readFileSync(join(dataDir, name))]);
}

function askFor(baseUrl: string, application: TestApplication): Promise<Response> {
  return signedFetch("POST", `${baseUrl}/oauth/request_token`, application, {
    oauth: { oauth_callback: "oob" },
  });
}

function damage(dataDir: string, applicationId: string, change: string): void {
  using database = new DatabaseSync(join(dataDir, "countersign.db"), { timeout: 2000 });
  database.prepare(`update application set ${change} where id = ?`).run(Number(applicationId));
}

async function seed(dataDir: string) {
  await using service = await startTestService({ DATA_DIR: dataDir });
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  const desktop = await makeApplication(ledger, alice, { callbacks: [] });
  return {
    alice,
    application,
    desktop,
    owner: await makeAccessToken(ledger, application, alice, "write"),
  };
}

test("at rest — the database file after all flows, emptied into one process: no usable secret, key file 0600", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-rest-"));
  try {
    const { application } = await seed(dataDir);
    assert.equal(statSync(join(dataDir, "keys")).mode & 0o777, 0o600);
    using database = new DatabaseSync(join(dataDir, "countersign.db"));
    const tables = database
      .prepare("select name from sqlite_schema where type = 'table'")
      .all() as { name: string }[];
    let cells = 0;
    for (const { name } of tables) {
      for (const row of database.prepare(`select * from "${name}"`).all()) {
        for (const value of Object.values(row)) {
          cells += 1;
          assert.ok(!Buffer.from(String(value)).includes(application.consumerSecret), name);
        }
      }
    }
    assert.ok(cells > 30);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test("T18 — an application's answer never repeats its secret; T29 — no list or resource shows one again", async () => {
  await using service = await startTestService();
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  const access = await makeAccessToken(ledger, application, alice);
  const texts = JSON.stringify([
    await ledger.applications({ after: undefined, size: 10 }),
    await ledger.applicationById(application.id),
    await ledger.users({ after: undefined, size: 10 }),
    await ledger.grants(application.id, alice.id),
    await ledger.consumerCredentials(application.consumerKey, Date.now()),
    await ledger.accessTokenCredentials(
      application.consumerKey as ConsumerKey,
      access.token,
      Date.now(),
    ),
    await (await verifyCredentials(service.baseUrl, application, access)).json(),
  ]);
  for (const secret of [application.consumerSecret, access.secret, testPassword, "$argon2id"]) {
    assert.ok(!texts.includes(secret));
  }
});
