/** A real request reaches every row of the error table. The last test names the rows that none has reached. */
import assert from "node:assert/strict";
import { closeSync, openSync, renameSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import {
  type RequestErrorName,
  type RequestErrorRow,
  requestErrors,
} from "../../src/domain/errors.ts";
import { planSunset } from "../../src/http/actions/sunsets.ts";
import {
  approvalOf,
  basicHeader,
  bearerFor,
  exchange,
  requestTokenFor,
  verifyCredentials,
} from "../support/flow.ts";
import { freePort } from "../support/free-port.ts";
import { ledgerDatabase } from "../support/ledger-database.ts";
import { openFilesIn } from "../support/open-files.ts";
import {
  keepLedgersOnDisk,
  makeAccessToken,
  makeUser,
  startTestService,
} from "../support/service.ts";
import { formOn, Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";
import { ask, signedVerification } from "../verification/asking.ts";

/** If the database is a server, a write that it does not answer is rejected after this time. */
const impatient = { DATABASE_TIMEOUT: "2000" };
/** For tests of files that only SQLite has. */
const embedded = { DATABASE_URL: "" };

const reached = new Set<RequestErrorName>();
const callback = "https://weather.example/callback";
const verify = "/1.1/account/verify_credentials.json";

/** Checks a row's error body, and the headers that belong to its status. */
async function reach(name: RequestErrorName, response: Response): Promise<string> {
  const row: RequestErrorRow = requestErrors[name];
  assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
  const { errors } = (await response.json()) as { errors: { code: number; message: string }[] };
  assert.equal(errors.length, 1);
  const [error] = errors;
  assert.deepEqual([response.status, error?.code], [row.status, row.code], name);
  assert.ok(error?.message.startsWith(row.message), error?.message);
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.equal(response.headers.has("www-authenticate"), row.status === 401);
  if (row.status === 429 || row.status === 503) {
    assert.ok(Number(response.headers.get("retry-after")) > 0);
  }
  reached.add(name);
  return error?.message ?? "";
}

const titled = (name: RequestErrorName) =>
  `${requestErrors[name].status} (code ${requestErrors[name].code}) — ${name}`;

const simple: Partial<Record<RequestErrorName, (world: World) => Promise<Response>>> = {
  couldNotAuthenticate: (world) =>
    world.signed("POST", "/oauth/request_token", {
      as: { ...world.application, consumerSecret: "wrong" },
      oauth: { oauth_callback: callback },
    }),
  verifierRejected: async ({ baseUrl, application }) =>
    exchange(baseUrl, application, await requestTokenFor(baseUrl, application), "wrong"),
  noSuchPath: ({ baseUrl }) => fetch(`${baseUrl}/nowhere`),
  methodNotAllowed: ({ baseUrl }) => fetch(`${baseUrl}/oauth2/token`),
  userSuspended: async (world) => {
    const { ledger, application, alice } = world;
    const token = await makeAccessToken(ledger, application, alice);
    await ledger.suspendUser(alice.id, "x", { at: 0, actor: "command-line" });
    return world.signed("GET", verify, { token });
  },
  rateLimited: async (world) => {
    const token = await makeAccessToken(world.ledger, world.application, world.alice);
    await world.signed("GET", verify, { token });
    return world.signed("GET", verify, { token });
  },
  invalidToken: (world) => world.signed("GET", verify, { token: { token: "x", secret: "y" } }),
  tooManyTokenRequests: async ({ baseUrl, application }) => {
    await bearerFor(baseUrl, application);
    return askForBearer(baseUrl, application, "grant_type=client_credentials");
  },
  unknownBearer: async (world) => {
    const token = await makeAccessToken(world.ledger, world.application, world.alice);
    return world.signed("POST", "/oauth2/invalidate_token?access_token=x", { token });
  },
  timestampOutOfBounds: (world) =>
    world.signed("POST", "/oauth/request_token", { oauth: { oauth_timestamp: "1" } }),
  grantTypeMissing: ({ baseUrl, application }) => askForBearer(baseUrl, application, ""),
  grantTypeUnsupported: ({ baseUrl, application }) =>
    askForBearer(baseUrl, application, "grant_type=password"),
  badAuthenticationData: ({ baseUrl }) =>
    fetch(baseUrl + verify, { headers: { authorization: "OAuth" } }),
  signatureMethodNotAccepted: (world) =>
    world.signed("GET", verify, { oauth: { oauth_signature_method: "PLAINTEXT" } }),
  noCredentials: ({ baseUrl }) => fetch(baseUrl + verify),
  bodyTooLarge: ({ baseUrl }) =>
    fetch(`${baseUrl}/oauth2/token`, { method: "POST", body: "x".repeat(64 * 1024 + 1) }),
  encodedBody: ({ baseUrl }) =>
    fetch(`${baseUrl}/oauth2/token`, {
      method: "POST",
      headers: { "content-encoding": "gzip" },
      body: gzipSync("grant_type=client_credentials"),
    }),
  userContextNeeded: async ({ baseUrl, application }) =>
    fetch(baseUrl + verify, {
      headers: { authorization: `Bearer ${await bearerFor(baseUrl, application)}` },
    }),
  // Other people's servers relay this one and wrongBody; here they are reached by the decisions that they ask for.
  wrongContext: async (world) => {
    const token = await makeAccessToken(world.ledger, world.application, world.alice);
    const verificationRequest = signedVerification(world, "GET", "/", {
      token,
      origin: world.baseUrl,
    });
    const asked = { ...verificationRequest, requires: { context: "application" } };
    const { response } = (await ask(world, "/verify", asked)).json;
    return new Response(response.body, response);
  },
  wrongBody: async (world) => {
    const oauth = { oauth_body_hash: "" };
    const verificationRequest = signedVerification(world, "GET", "/", {
      oauth,
      origin: world.baseUrl,
    });
    const { response } = (await ask(world, "/verify", verificationRequest)).json;
    return new Response(response.body, response);
  },
  accessTypeTooHigh: (world) =>
    world.signed("POST", "/oauth/request_token", {
      oauth: { oauth_callback: callback, svc_auth_access_type: "write" },
    }),
  notTheOwner: async (world) => {
    const bob = await makeUser(world.ledger, "bob");
    const token = await makeAccessToken(world.ledger, world.application, bob);
    return world.signed("POST", "/oauth2/invalidate_token?access_token=x", { token });
  },
  networkNotAllowed: async (world) => {
    const { ledger, application } = world;
    const from = (await ledger.applicationById(application.id)) ?? assert.fail();
    const draft = { ...from, networks: ["203.0.113.0/24"] };
    const by = { at: 0, actor: "command-line" };
    assert.ok(await ledger.changeApplication({ applicationId: from.id, from, draft, now: 0 }, by));
    return world.signed("POST", "/oauth/request_token", { oauth: { oauth_callback: callback } });
  },
  ended: async (world) => {
    const { application, service, clock } = world;
    const sunset = {
      ...{ name: "weather", trait: undefined, applicationId: application.id, exempt: [] },
      ...{ deprecatedAt: clock.now - 1, endsAt: clock.now, rejects: true, brownout: undefined },
      link: "https://example.com/weather",
    };
    await planSunset.run(service.dependencies, { sunset }, { at: 0, actor: "command-line" });
    return world.signed("POST", "/oauth/request_token", { oauth: { oauth_callback: callback } });
  },
  callbackNotApproved: (world) =>
    world.signed("POST", "/oauth/request_token", {
      oauth: { oauth_callback: "https://evil.example/" },
    }),
  applicationNotApproved: async (world) => {
    const { ledger, application } = world;
    const from = (await ledger.applicationById(application.id)) ?? assert.fail();
    const by = { at: 0, actor: "command-line" };
    assert.ok(await ledger.declineApplication({ from, because: "x", now: 0 }, by));
    return askForBearer(world.baseUrl, application, "grant_type=client_credentials");
  },
  applicationSuspended: async (world) => {
    const { ledger, application } = world;
    await ledger.suspendApplication(application.id, "x", { at: 0, actor: "command-line" });
    return world.signed("POST", "/oauth/request_token", { oauth: { oauth_callback: callback } });
  },
};

function askForBearer(
  baseUrl: string,
  application: { id: World["application"]["id"]; consumerKey: string; consumerSecret: string },
  body: string,
): Promise<Response> {
  return fetch(`${baseUrl}/oauth2/token`, {
    method: "POST",
    headers: {
      authorization: basicHeader(application),
      "content-type": "application/x-www-form-urlencoded",
    },
    body,
  });
}

for (const [name, request] of Object.entries(simple) as [
  RequestErrorName,
  (world: World) => Promise<Response>,
][]) {
  test(titled(name), async () => {
    await using world = await startWorld({
      RATE_LIMITS: "account/verify_credentials=1,oauth2/token=1",
    });
    await reach(name, await request(world));
  });
}

const messageOf = async (response: Response) =>
  ((await response.json()) as Rejected).errors[0]?.message ?? "";
interface Rejected {
  readonly errors: readonly { readonly message: string }[];
}

// interface §7.11
test("403 (code 170), 400 (code 215) — a body that is not a form: the message says that it must be one", async () => {
  await using world = await startWorld();
  const { baseUrl, application } = world;
  const headers = { authorization: basicHeader(application) };
  const body = JSON.stringify({ grant_type: "client_credentials" });
  for (const type of ["application/json", "text/plain", "multipart/form-data; boundary=x"]) {
    const sent = { method: "POST", headers: { ...headers, "content-type": type }, body };
    const response = await fetch(`${baseUrl}/oauth2/token`, sent);
    assert.equal(response.status, 403);
    assert.match(
      await messageOf(response),
      /^Missing .*: grant_type: the body must be a form \(Content-T/,
    );
  }
  const empty = await askForBearer(baseUrl, application, "");
  assert.equal(await messageOf(empty), requestErrors.grantTypeMissing.message);
  // The other operations with parameters in a form.
  const json = { method: "POST", headers: { "content-type": "application/json" }, body };
  for (const path of ["/oauth/request_token", "/oauth/access_token"]) {
    const response = await fetch(baseUrl + path, json);
    assert.equal(response.status, 400);
    assert.match(await messageOf(response), /no oauth_\* parameter.*the body must be a form/);
  }
});

// interface §1.15
test("400 (code 215) — a page's form that is not UTF-8, whose password would be equal to others", async () => {
  await using world = await startWorld({ SIGN_UP: "open" });
  const visitor = new Visitor(world.baseUrl);
  const password = "a long one \u{fffd}\u{fffd}\u{fffd} 4711";
  const account = { screen_name: "bob", new_password: password };
  assert.equal((await visitor.submit(await visitor.get("/sign-up"), account)).status, 303);

  const other = new Visitor(world.baseUrl);
  const { hidden } = formOn((await other.get("/sign-in")).html);
  const send = (path: string, fields: string) =>
    fetch(new URL(path, world.baseUrl), {
      method: "POST",
      body: `${new URLSearchParams(hidden)}&${fields}`,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        cookie: [...other.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
      redirect: "manual",
    });
  for (const [path, fields, status] of [
    ["/sign-in", "username=bob&password=a+long+one+%ED%A0%80+4711", 400],
    ["/sign-in", "username=bob&password=a+long+one+%ff%ff%ff+4711", 400],
    ["/sign-in", `username=bob&password=${encodeURIComponent(password)}&%ff=`, 400],
    ["/sign-up", "screen_name=carol&new_password=a+long+one+%ED%A0%80+4711", 400],
    ["/sign-in", `username=bob&password=${encodeURIComponent(password)}`, 303],
  ] as const) {
    assert.equal((await send(path, fields)).status, status, fields);
  }
  assert.equal(await world.ledger.userByScreenName("carol"), undefined);
});

test("415 (code 215) — a compressed body, with the encoding that is read; a body that is not compressed passes", async () => {
  await using world = await startWorld();
  const { baseUrl, application, service } = world;
  const post = (url: string, encoding: string, body: string | Buffer) =>
    fetch(url, {
      method: "POST",
      headers: {
        authorization: basicHeader(application),
        "content-type": "application/x-www-form-urlencoded",
        "content-encoding": encoding,
      },
      body,
    });
  const form = "grant_type=client_credentials";
  for (const encoding of ["gzip", "br", "identity, gzip", "GZIP", "x"]) {
    const response = await post(`${baseUrl}/oauth2/token`, encoding, gzipSync(form));
    assert.equal(response.headers.get("accept-encoding"), "identity");
    assert.match(await reach("encodedBody", response), /Content-Encoding/);
  }
  assert.equal((await post(`${baseUrl}/sign-in`, "gzip", gzipSync("a=b"))).status, 415);
  for (const encoding of ["identity", "Identity", ""]) {
    assert.equal((await post(`${baseUrl}/oauth2/token`, encoding, form)).status, 200);
  }
  const bodiless = await fetch(baseUrl, { headers: { "content-encoding": "gzip" } });
  assert.equal(bodiless.status, 200);
  // Some clients send these headers with every POST, and a signed one may have all its parameters in a header.
  const empty = await post(`${baseUrl}/oauth2/token`, "gzip", "");
  assert.equal(await messageOf(empty), requestErrors.grantTypeMissing.message);
  const verifying = await post(`${service.internalUrl}/verify`, "gzip", gzipSync("{}"));
  assert.equal(verifying.status, 415);
  assert.match(await verifying.text(), /send it uncompressed/);
});

// interface §11.25
test("401 (code 135) — a timestamp in milliseconds: the message says so, and one that is only wrong gets no such word", async () => {
  await using world = await startWorld();
  const { now } = world.clock;
  for (const [oauth_timestamp, unit] of [
    [now, "milliseconds"],
    [now - 3_600_000, "milliseconds"],
    [Math.floor(now / 1000) - 3600, undefined],
  ] as const) {
    const oauth = { oauth_callback: callback, oauth_timestamp: String(oauth_timestamp) };
    const response = await world.signed("POST", "/oauth/request_token", { oauth });
    const message = await reach("timestampOutOfBounds", response);
    const said = /oauth_timestamp is in (\w+), and must be in seconds/.exec(message)?.[1];
    assert.equal(said, unit, message);
    assert.match(message, new RegExp(`the server's time is ${Math.floor(now / 1000)}`));
  }
});

// interface §11.26
test("400 (code 215) — a bearer token in the query or the body: the message names the header, and never the token", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice, ledger } = world;
  const bearer = await bearerFor(baseUrl, application);
  const limits = `${baseUrl}/1.1/application/rate_limit_status.json`;
  const form = { "content-type": "application/x-www-form-urlencoded" };
  for (const [place, response] of [
    ["query", await fetch(`${limits}?a=b&access_token=${bearer}`)],
    ["query", await fetch(`${baseUrl + verify}?access_token=${bearer}`)],
    [
      "body",
      await fetch(`${baseUrl}/1.1/oauth/invalidate_token`, {
        method: "POST",
        headers: form,
        body: `access_token=${bearer}`,
      }),
    ],
  ] as const) {
    const message = await reach("badAuthenticationData", response);
    assert.match(
      message,
      new RegExp(`in the ${place} is not accepted; .*"Authorization: Bearer TOKEN"`),
    );
    assert.ok(!message.includes(bearer));
  }
  const token = await makeAccessToken(ledger, application, alice);
  const signed = await world.signed("GET", `${verify}?access_token=x`, { token });
  assert.equal(signed.status, 200, "a signed request may have a parameter of that name");
  const verificationRequest = {
    method: "GET",
    target: `/?access_token=${bearer}`,
    origin: baseUrl,
  };
  const asked = (await ask(world, "/verify", verificationRequest)).json;
  assert.match(asked.response.body, /Authorization: Bearer/);
});

test(titled("desktopOnly"), async () => {
  await using world = await startWorld({}, { callbacks: [] });
  const response = await world.signed("POST", "/oauth/request_token", {
    oauth: { oauth_callback: callback },
  });
  await reach("desktopOnly", response);
});

test(titled("sslRequired"), async () => {
  const port = await freePort();
  await using _service = await startTestService({
    BASE_URL: "https://id.example",
    PORT: String(port),
    TRUSTED_PROXIES: "203.0.113.7",
  });
  await reach("sslRequired", await fetch(`http://127.0.0.1:${port}${verify}`));
});

const brokenRequests = {
  headersTooLarge: `X-Long: ${"x".repeat(17_000)}\r\n\r\n`,
  requestTooSlow: "X-Unfinished: ",
} as const;

for (const name of ["headersTooLarge", "requestTooSlow"] as const) {
  test(titled(name), async () => {
    await using service = await startTestService({}, Date.now, { headers: 100, check: 20 });
    const socket = connect(service.port, "127.0.0.1");
    socket.write(`GET ${verify} HTTP/1.1\r\nHost: x\r\n${brokenRequests[name]}`);
    const answer = String(Buffer.concat(await socket.toArray()));
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    const [statusLine = "", ...lines] = head.split("\r\n");
    const headers = lines.map((line) => line.split(": ", 2) as [string, string]);
    const [, status] = statusLine.split(" ");
    await reach(name, new Response(body, { status: Number(status), headers }));
  });
}

// interface §12.3
test(`${titled("internalError")} — the callbacks of an application are damaged in the database`, async () => {
  await using world = await startWorld();
  await using database = await ledgerDatabase(world.service);
  await database.rows("update application set callbacks = 'https://weather.example/callback'");
  const signed = await world.signed("POST", "/oauth/request_token", {
    oauth: { oauth_callback: callback },
  });
  const message = await reach("internalError", signed);
  assert.match(message, /: request [0-9a-f]{12}-[0-9a-z]+$/);
  assert.doesNotMatch(message, /JSON|weather|at /);
});

// interface §12.2
test(`${titled("overCapacity")} — another process holds the database; reads continue`, async () => {
  using _onDisk = keepLedgersOnDisk();
  await using world = await startWorld(impatient);
  const { baseUrl, application, alice } = world;
  const access = await makeAccessToken(world.ledger, application, alice);
  const request = await requestTokenFor(baseUrl, application);
  const verifier = await approvalOf(baseUrl, request.token, alice);
  await using database = await ledgerDatabase(world.service);
  const release = await database.hold();
  const writes = await Promise.all([
    world.signed("POST", "/oauth/request_token", { oauth: { oauth_callback: callback } }),
    exchange(baseUrl, application, request, verifier),
    world.signed("POST", "/1.1/oauth/invalidate_token", { token: access }),
    askForBearer(baseUrl, application, "grant_type=client_credentials"),
  ]);
  for (const response of writes) await reach("overCapacity", response);
  assert.equal((await verifyCredentials(baseUrl, application, access)).status, 200);
  await release();
  const exchanged = await exchange(baseUrl, application, request, verifier);
  assert.equal(exchanged.status, 200, "nothing was changed by the rejected one");
});

// interface §12.1
test("503 — a page where the database is held, with Retry-After", async () => {
  using _onDisk = keepLedgersOnDisk();
  await using world = await startWorld(impatient);
  const { token } = await requestTokenFor(world.baseUrl, world.application);
  const visitor = new Visitor(world.baseUrl);
  const page = await visitor.open(`/oauth/authorize?oauth_token=${token}`, world.alice);
  await using database = await ledgerDatabase(world.service);
  await database.hold();
  const response = await visitor.submit(page, { decision: "allow" });
  assert.equal(response.status, 503);
  assert.ok(Number(response.headers.get("retry-after")) > 0);
  assert.match(response.headers.get("content-type") ?? "", /^text\/html/);
});

test("503 (code 130) — T23: the nonce journal cannot be written, and nothing is accepted meanwhile", async () => {
  await using world = await startWorld(embedded);
  const { ledger, application, alice, service } = world;
  const token = await makeAccessToken(ledger, application, alice);
  const directory = join(service.dataDir, "nonces");
  renameSync(directory, `${directory}-away`);
  // A minute for which there is no file yet.
  const oauth = {
    oauth_timestamp: String(Math.floor(world.clock.now / 1000) + 200),
    oauth_nonce: "n",
  };
  for (let times = 0; times < 2; times += 1) {
    await reach("overCapacity", await world.signed("GET", verify, { token, oauth }));
  }
  renameSync(`${directory}-away`, directory);
  assert.equal((await world.signed("GET", verify, { token, oauth })).status, 200);
  await reach("couldNotAuthenticate", await world.signed("GET", verify, { token, oauth }));
});

test("503 (code 130) — T23: a journal that is open takes no more bytes, and nothing is accepted meanwhile", async () => {
  await using world = await startWorld(embedded);
  const { ledger, application, alice, service } = world;
  const token = await makeAccessToken(ledger, application, alice);
  const send = (nonce: string) =>
    world.signed("GET", verify, { token, oauth: { oauth_nonce: nonce } });
  assert.equal(
    (await send("before")).status,
    200,
    "from now on the journal of this minute is open",
  );
  {
    using _full = unwritable(join(service.dataDir, "nonces"));
    for (let times = 0; times < 2; times += 1) await reach("overCapacity", await send("meanwhile"));
    await reach("couldNotAuthenticate", await send("before"));
  }
  assert.equal((await send("meanwhile")).status, 200, "what was rejected was not used up");
  for (const nonce of ["before", "meanwhile"])
    await reach("couldNotAuthenticate", await send(nonce));
});

/**
 * The directory's files that this process has open cannot grow until this is disposed of. They can still be
 * synced, as on a full disk: the service syncs every second, and a sync that fails would be another problem.
 */
function unwritable(directory: string): Disposable {
  const open = openFilesIn(directory);
  assert.ok(open.length > 0, "nothing is open there");
  for (const { file, path } of open) putUnder(file, path, "r");
  return {
    [Symbol.dispose]() {
      for (const { file, path } of open) putUnder(file, path, "r+");
    },
  };
}

/** Puts another file behind the same descriptor: the lowest free number is the next one that the system gives out. */
function putUnder(file: number, path: string, flags: string): void {
  closeSync(file);
  const others: number[] = [];
  for (let given = openSync(path, flags); given !== file; given = openSync(path, flags)) {
    assert.ok(given < file, "the number was taken meanwhile");
    others.push(given);
  }
  for (const other of others) closeSync(other);
}

/** Reached by test/flows/failing-disk.test.ts, because it needs a failing disk. */
const reachedElsewhere: ReadonlySet<RequestErrorName> = new Set(["outcomeUnknown"]);

after(() => {
  const missing = (Object.keys(requestErrors) as RequestErrorName[]).filter(
    (name) => !reached.has(name) && !reachedElsewhere.has(name),
  );
  assert.deepEqual(missing, [], "rows of the error table that no request reached");
});
