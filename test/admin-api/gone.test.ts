import assert from "node:assert/strict";
import { test } from "node:test";
import type { AdminProblemName } from "../../src/http/operation/admin-problem.ts";
import { afterRead } from "../support/interleave.ts";
import { makeApplication, makeUser } from "../support/service.ts";
import { assertProblem, startAdminService } from "./support.ts";

const by = { at: Date.now(), actor: "service" } as const;

async function startWithApplication() {
  const service = await startAdminService();
  const { ledger } = service.dependencies;
  const [alice, bob] = [await makeUser(ledger, "alice"), await makeUser(ledger, "bob")];
  const application = await makeApplication(ledger, alice);
  return Object.assign(service, { ledger, alice, bob, application });
}

type Service = Awaited<ReturnType<typeof startWithApplication>>;

interface Raced {
  readonly call: (service: Service) => readonly [method: string, path: string, body?: object];
  /** The read that comes last before the write, if there is one. */
  readonly read?: "applicationById" | "userById" | "userByScreenName" | "passwordOf";
  readonly meanwhile: (service: Service) => Promise<unknown>;
  readonly problem: readonly [number, AdminProblemName];
}

const deleteApplication = ({ ledger, application }: Service) =>
  ledger.deleteApplication(application.id, by);
const suspendApplication = ({ ledger, application }: Service) =>
  ledger.suspendApplication(application.id, "abuse", by);
const deleteBob = ({ ledger, bob }: Service) => ledger.deleteUser({ userId: bob.id }, by);
const suspendBob = ({ ledger, bob }: Service) => ledger.suspendUser(bob.id, "spam", by);

const bearer: Raced["call"] = ({ application }) => [
  "POST",
  `/applications/${application.id}/bearer_tokens`,
];
const access: Raced["call"] = ({ application, bob }) => [
  "POST",
  "/access_tokens",
  { application: application.id, user: bob.id },
];
const reset: Raced["call"] = ({ bob }) => ["POST", `/users/${bob.id}/reset_links`];
const recovery: Raced["call"] = ({ bob }) => [
  "POST",
  `/users/${bob.id}/recovery_links`,
  { because: "lost" },
];
const secret: Raced["call"] = ({ application }) => [
  "POST",
  `/applications/${application.id}/consumer_secret`,
  { overlap: "0" },
];
const application: Raced["call"] = () => [
  "POST",
  "/applications",
  { name: "Weather", owner: "bob", access: "read" },
];
const invitation: Raced["call"] = ({ application, bob }) => [
  "POST",
  `/applications/${application.id}/collaborators`,
  { screen_name: bob.screenName, role: "viewer" },
];
const owner: Raced["call"] = ({ application, bob }) => [
  "PUT",
  `/applications/${application.id}/owner`,
  { screen_name: bob.screenName },
];

const gone = [404, "not-found"] as const;
const conflict = [409, "conflict"] as const;

const races: Readonly<Record<string, Raced>> = {
  "404 — a bearer token of an application that is deleted": {
    ...{ call: bearer, meanwhile: deleteApplication, problem: gone },
  },
  "409 — a bearer token of an application that is suspended": {
    ...{ call: bearer, meanwhile: suspendApplication, problem: conflict },
  },
  "404 — an access token of a user who is deleted": {
    ...{ call: access, read: "userById", meanwhile: deleteBob, problem: gone },
  },
  "409 — an access token of a user who is suspended": {
    ...{ call: access, read: "userById", meanwhile: suspendBob, problem: conflict },
  },
  "404 — an access token of an application that is deleted": {
    ...{ call: access, read: "userById", meanwhile: deleteApplication, problem: gone },
  },
  "409 — an access token of an application that is suspended": {
    ...{ call: access, read: "userById", meanwhile: suspendApplication, problem: conflict },
  },
  "404 — a reset link of a user who is deleted": {
    ...{ call: reset, read: "passwordOf", meanwhile: deleteBob, problem: gone },
  },
  "409 — a reset link of a user who is suspended": {
    ...{ call: reset, read: "passwordOf", meanwhile: suspendBob, problem: conflict },
  },
  "404 — a recovery link of a user who is deleted": {
    ...{ call: recovery, read: "userById", meanwhile: deleteBob, problem: gone },
  },
  "409 — a recovery link of a user who is suspended": {
    ...{ call: recovery, read: "userById", meanwhile: suspendBob, problem: conflict },
  },
  "404 — a consumer secret of an application that is deleted": {
    ...{ call: secret, read: "applicationById", meanwhile: deleteApplication, problem: gone },
  },
  "409 — a consumer secret that another call regenerates": {
    call: secret,
    read: "applicationById",
    meanwhile: async (service) => {
      const [method, path, body] = secret(service);
      assert.equal((await service.manager.call(method, path, body)).status, 201);
    },
    problem: conflict,
  },
  "422 — an application of an owner who is deleted": {
    call: application,
    read: "userByScreenName",
    meanwhile: deleteBob,
    problem: [422, "rejected"],
  },
  "404 — an invitation of a user who is deleted": {
    ...{ call: invitation, read: "userByScreenName", meanwhile: deleteBob, problem: gone },
  },
  "404 — an owner who is deleted": {
    ...{ call: owner, read: "userByScreenName", meanwhile: deleteBob, problem: gone },
  },
};

for (const [title, { call, read, meanwhile, problem }] of Object.entries(races)) {
  test(`${title} before its write`, async () => {
    await using service = await startWithApplication();
    const events = async () => (await service.ledger.eventsAfter("0", 1000)).length;
    let before = 0;
    const change = async () => {
      await meanwhile(service);
      before = await events();
    };
    const seen = read === undefined ? { times: 1 } : afterRead(service.ledger, read, change);
    if (read === undefined) await change();
    const response = await service.manager.call(...call(service));
    assert.equal(seen.times, 1);
    assertProblem(response, ...problem);
    assert.equal(await events(), before, "nothing was recorded");
  });
}

test("409 — no token and no link is created for what is suspended", async () => {
  await using service = await startWithApplication();
  const { manager, application: suspended, bob } = service;
  const because = { because: "abuse" };
  await manager.call("PUT", `/applications/${suspended.id}/suspension`, because);
  assertProblem(await manager.call(...bearer(service)), ...conflict);
  assertProblem(await manager.call(...access(service)), ...conflict);
  await manager.call("DELETE", `/applications/${suspended.id}/suspension`);
  assert.equal((await manager.call(...bearer(service))).status, 201);
  await manager.call("PUT", `/users/${bob.id}/suspension`, because);
  for (const one of [access, reset, recovery]) {
    assertProblem(await manager.call(...one(service)), ...conflict);
  }
});

test("200 — what is so already is no event", async () => {
  await using service = await startWithApplication();
  const { manager, ledger, bob, application: registered } = service;
  const [user, at] = [`/users/${bob.id}`, `/applications/${registered.id}`];
  const any = { "if-match": "*" };
  const because = { because: "abuse" };
  const { body } = await manager.call("GET", at);
  const { name, description, website, access: level, callbacks, sign_in: signIn } = body;
  const present = { name, description, website, access: level, callbacks, sign_in: signIn };
  await manager.call("PUT", `${user}/suspension`, because);
  await manager.call("DELETE", `${user}/suspension`);
  const limits = { "oauth2/token": 7, "oauth/request_token": 8 };
  await manager.call("PUT", `${at}/limits`, limits, any);
  await manager.call("POST", `${at}/collaborators`, { screen_name: "bob", role: "viewer" });
  await manager.call("PUT", `${at}/suspension`, because);
  const settings = (await manager.call("GET", "/settings")).body;
  const calls: readonly Parameters<typeof manager.call>[] = [
    ["PATCH", at, present, any],
    ["PATCH", at, {}, any],
    ["PUT", `${at}/limits`, { "oauth/request_token": 8, "oauth2/token": 7 }, any],
    ["PUT", `${at}/suspension`, because],
    ["PUT", `${at}/owner`, { screen_name: "alice" }],
    ["PATCH", `${at}/collaborators/${bob.id}`, { role: "viewer" }],
    ["PATCH", "/settings", settings, any],
    ["PATCH", "/settings", {}, any],
  ];
  const events = async () => (await ledger.eventsAfter("0", 1000)).map((one) => one.name);
  const before = await events();
  for (const call of calls) {
    const response = await manager.call(...call);
    assert.equal(response.status, 200, `${call[0]} ${call[1]}: ${JSON.stringify(response.body)}`);
  }
  assert.deepEqual(await events(), before);
});
