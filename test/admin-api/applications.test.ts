import assert from "node:assert/strict";
import { test } from "node:test";
import { firstDifference } from "../../src/doctor/cause.ts";
import { requestIdHeader } from "../../src/domain/logged-request.ts";
import { makeAccessToken, makeApplication, makeUser } from "../support/service.ts";
import { signedFetch } from "../support/signing.ts";
import { assertProblem, startAdminService } from "./support.ts";

const draft = {
  name: "Weather",
  access: "write",
  owner: "alice",
  callbacks: ["https://weather.example/callback"],
};

test("201 — an application is created with its secret, read, changed and deleted", async () => {
  await using service = await startAdminService();
  const { manager, viewer, dependencies } = service;
  await makeUser(dependencies.ledger, "alice");
  const created = await manager.call("POST", "/applications", draft);
  assert.equal(created.status, 201);
  const { id, consumer_secret: secret, consumer_key: key } = created.body;
  assert.equal(created.headers.get("location"), `/admin/v1/applications/${id}`);
  const at = `/applications/${id}`;
  const read = await viewer.call("GET", at);
  assert.equal(read.body.name, "Weather");
  assert.ok(!JSON.stringify(read.body).includes(secret), "the secret is returned once");
  const credentials = await dependencies.ledger.consumerCredentials(key, Date.now());
  assert.deepEqual(
    credentials?.consumerSecrets.map((one) => one.reveal()),
    [secret],
  );

  const tag = { "if-match": read.headers.get("etag") ?? "" };
  const changed = await manager.call("PATCH", at, { description: "It rains" }, tag);
  assert.equal(changed.body.description, "It rains");
  assert.equal(changed.body.access, "write", "what is left out stays");
  assertProblem(await manager.call("PATCH", at, { name: "W" }, tag), 412, "precondition-failed");
  assertProblem(await manager.call("PATCH", at, { name: "W" }), 428, "precondition-required");
  const next = { "if-match": changed.headers.get("etag") ?? "" };
  assert.equal((await manager.call("PATCH", at, { name: "Rain" }, next)).body.name, "Rain");

  assert.equal((await manager.call("DELETE", at)).status, 204);
  assertProblem(await viewer.call("GET", at), 404, "not-found");
  const events = await dependencies.ledger.eventsBy({}, { after: undefined, size: 3 });
  assert.deepEqual(
    events.map(({ name, actor }) => `${name} by ${actor}`),
    ["application.deleted", "application.changed", "application.changed"].map(
      (name) => `${name} by api-key:deploy`,
    ),
  );
});

test("409 — a change that ends something in use names it, until it is confirmed", async () => {
  await using service = await startAdminService();
  const { manager } = service;
  await makeUser(service.dependencies.ledger, "alice");
  const { body } = await manager.call("POST", "/applications", draft);
  const [at, any] = [`/applications/${body.id}`, { "if-match": "*" }];
  const asked = await manager.call("PATCH", at, { callbacks: [] }, any);
  assertProblem(asked, 409, "conflict");
  assert.deepEqual(
    asked.body.errors.map((one: { at: string }) => one.at),
    ["callback-removed", "no-callback-left"],
  );
  const done = await manager.call("PATCH", `${at}?confirm=true`, { callbacks: [] }, any);
  assert.deepEqual(done.body.callbacks, []);
});

test("422 — the rules of the portal hold", async () => {
  await using service = await startAdminService();
  const { manager } = service;
  await makeUser(service.dependencies.ledger, "alice");
  for (const wrong of [
    { name: " " },
    { callbacks: ["http://weather.example"] },
    { website: "weather" },
    { owner: "nobody" },
  ]) {
    assertProblem(
      await manager.call("POST", "/applications", { ...draft, ...wrong }),
      422,
      "rejected",
    );
  }
  const app = { ...draft, callbacks: ["com.example.weather://"] };
  const created = await manager.call("POST", "/applications", app);
  assert.deepEqual(created.body.waiting_schemes, [], "an administrator's scheme is confirmed");
});

test("200 — a list continues by its cursor, and finds by name, key and suspension", async () => {
  await using service = await startAdminService();
  const { viewer, dependencies } = service;
  const { ledger } = dependencies;
  const alice = await makeUser(ledger, "alice");
  const made = [];
  for (let count = 0; count < 3; count += 1) made.push(await makeApplication(ledger, alice));
  const ids: string[] = [];
  for (let cursor = ""; ; ) {
    const { body } = await viewer.call("GET", `/applications?limit=2${cursor}`);
    ids.push(...body.data.map((one: { id: string }) => one.id));
    if (body.next_cursor === null) break;
    cursor = `&cursor=${body.next_cursor}`;
  }
  assert.deepEqual(ids.toSorted(), made.map((one) => one.id as string).toSorted());
  const [first] = made;
  const byKey = await viewer.call("GET", `/applications?q=${first?.consumerKey}`);
  assert.deepEqual(
    byKey.body.data.map((one: { id: string }) => one.id),
    [first?.id],
  );
  assert.deepEqual((await viewer.call("GET", "/applications?state=suspended")).body.data, []);
  for (const wrong of ["limit=0", "limit=201", "cursor=*", "state=gone", "color=red", "q=a&q=b"]) {
    assertProblem(await viewer.call("GET", `/applications?${wrong}`), 400, "invalid-request");
  }
});

test("200 — the request log of an application has its user and its error code, and no secret", async () => {
  await using service = await startAdminService();
  const { viewer, dependencies } = service;
  const { ledger } = dependencies;
  const alice = await makeUser(ledger, "alice");
  const { id: applicationId } = await makeApplication(ledger, alice);
  const at = dependencies.clock();
  const logged = {
    ...{ applicationId, userId: alice.id, at, operation: "", details: "{}" },
    ...{ authenticated: true, expiresAt: at + 1000 },
  };
  await ledger.logVerifiedRequests([{ ...logged, id: "0123456789ab-1", code: 0, level: 0 }]);
  const rejected = { ...logged, id: "0123456789ab-2", at: at + 1, userId: undefined };
  await ledger.logRejectedRequest({
    ...{ ...rejected, operation: "oauth2/token", code: 32, network: "n", authenticated: false },
  });
  const { body } = await viewer.call("GET", `/applications/${applicationId}/requests`);
  const times = [at + 1, at].map((time) => new Date(time).toISOString());
  assert.deepEqual(body.data, [
    {
      ...{ id: "0123456789ab-2", at: times[0], operation: "oauth2/token", error_code: 32 },
      ...{ authenticated: false, screen_name: null },
    },
    {
      ...{ id: "0123456789ab-1", at: times[1], operation: null, error_code: null },
      ...{ authenticated: true, screen_name: "alice" },
    },
  ]);
  assertProblem(await viewer.call("GET", "/applications/1/requests"), 404, "not-found");
});

// interface §16.60
test("200 — a logged request says why it was rejected, with both base strings; another application's is not there", async () => {
  await using service = await startAdminService();
  const { viewer, dependencies, baseUrl } = service;
  const { ledger, rejected, verifiedRequests } = dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  const garden = await makeApplication(ledger, alice, { name: "Garden" });
  const { token, secret } = await makeAccessToken(ledger, application, alice);
  const verify = "/1.1/account/verify_credentials.json";
  const { consumerKey, consumerSecret } = application;
  const credentials = { consumerKey, consumerSecret, token, tokenSecret: secret };
  const fine = await signedFetch("GET", `${baseUrl}${verify}?skip_status=1`, credentials);
  assert.equal(fine.status, 200);
  await verifiedRequests.write();
  const idOf = async (wrong: object) => {
    const http = baseUrl.replace("127.0.0.1", "localhost");
    const response = await signedFetch("GET", http + verify, { ...credentials, ...wrong });
    assert.equal(response.status, 401);
    await rejected.settled();
    return response.headers.get(requestIdHeader) ?? "";
  };
  const at = `/applications/${application.id}/requests`;
  const id = await idOf({});
  const { body } = await viewer.call("GET", `${at}/${id}`);
  assert.deepEqual([body.id, body.error_code, body.screen_name], [id, 32, null]);
  assert.deepEqual([body.method, body.target, body.credential], ["GET", verify, null]);
  const { diagnosis, message, request } = body.rejection;
  assert.equal(message, "Could not authenticate you");
  assert.match(request, /oauth_signature="\[hidden\]"/);
  assert.equal(diagnosis.right, false);
  const { base_string: ours, signed_base_string: theirs } = diagnosis;
  assert.match(ours, /^GET&http%3A%2F%2F127\.0\.0\.1/);
  assert.match(theirs, /^GET&http%3A%2F%2Flocalhost/);
  assert.equal(diagnosis.first_difference, firstDifference(ours, theirs));
  for (const value of [secret, consumerSecret]) {
    assert.ok(!JSON.stringify(body).includes(value));
  }

  const { body: list } = await viewer.call("GET", at);
  const verified = list.data.find((one: { error_code: unknown }) => one.error_code === null);
  const { body: good } = await viewer.call("GET", `${at}/${verified.id}`);
  assert.deepEqual(
    [good.rejection, good.target, good.status, good.credential, good.screen_name],
    [null, `${verify}?skip_status=[hidden]`, 200, "consumer secret", "alice"],
  );

  const { body: hidden } = await viewer.call(
    "GET",
    `${at}/${await idOf({ consumerSecret: garden.consumerSecret })}`,
  );
  assert.ok(!JSON.stringify(hidden).includes("Garden"), "no API key works on it");

  for (const path of [
    `${at}/${id}0`,
    `${at}/x`,
    `/applications/${garden.id}/requests/${id}`,
    `/applications/1/requests/${id}`,
  ]) {
    assertProblem(await viewer.call("GET", path), 404, "not-found");
  }
});
