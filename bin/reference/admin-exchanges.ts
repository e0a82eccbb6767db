/**
 * A call of each operation of the admin API, to a service with its own clock and seeded randomness, so that each run
 * gets the same responses. The order is that of a story, because most calls need what others created.
 */
import { type Credentials, sign } from "#oauth1";
import { type ApiKeyRole, newApiKey } from "../../src/domain/api-key.ts";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import {
  type ApiKeyId,
  type ApplicationId,
  mintSessionId,
  tokenDigest,
  type UserId,
} from "../../src/domain/credentials.ts";
import { dayMs } from "../../src/domain/day.ts";
import { passkeyId } from "../../src/domain/passkey.ts";
import type { AdminExamples } from "../../src/http/server/admin/examples.ts";
import { type Service, startService } from "../../src/program/service.ts";
import { registryIn } from "../../src/program/test-server/registry.ts";
import { seededRandom } from "../../src/program/test-server/seeded-random.ts";
import { configOf } from "../../src/program/test-server/settings.ts";
import { type AdminRecorder, adminRecorder } from "./admin-recorder.ts";

const base = "https://id.example.com";
const seed = "docs/reference/admin-api.md";
const reason = "It sends spam.";
/** As long as a real one. */
const exampleSecret = "Example".repeat(8).slice(0, 50);

const settings = {
  BASE_URL: base,
  TRUSTED_PROXIES: "127.0.0.1",
  RATE_LIMITS: "",
  API_LIMITS: "timeline:user:75/15m",
  WEBHOOKS: "https://hooks.example.com/countersign",
  WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
  WEBHOOK_EVENTS: "user.suspended",
};

interface Story extends AdminRecorder {
  readonly service: Service;
  /** Its keys are random with the seed. */
  readonly random: ReturnType<typeof seededRandom>;
  readonly now: () => number;
  readonly later: (ms: number) => void;
}

export async function recordAdminExchanges(): Promise<AdminExamples> {
  let time = Date.UTC(2026, 6, 1, 12);
  const now = () => time;
  const random = seededRandom(seed);
  const options = { clock: now, monotonic: now, random: random("service") };
  await using service = await startService(configOf({ settings }), options);
  const { ledger } = service.dependencies;
  // The workers would go on with a bulk action or a delivery, at any time, while responses are recorded.
  Object.assign(ledger, { waitingBulkActions: async () => [], deliveriesDue: async () => [] });
  const registry = registryIn(ledger, now, random);
  await registry.addUser({ screenName: "alice", name: "Alice", admin: true });
  const [deploy, watch] = await Promise.all([
    addKey("manager", "deploy"),
    addKey("viewer", "watch"),
  ]);
  const recorder = adminRecorder(service.internalUrl ?? "", deploy.secret.reveal());
  const later = (ms: number) => {
    time += ms;
  };
  const story = { ...recorder, service, random, now, later };

  await signInMethods(story, await users(story));
  await limitsAndPlans(story);
  const weather = await applications(story);
  await approval(story, weather);
  await requests(story, weather, await tokens(story, weather));
  await sunsets(story, weather);
  await bulkActions(story, weather);
  await configuration(story);
  await theService(story);
  await webhooks(story);
  await problems(story, weather, watch.secret.reveal());
  await ends(story, weather, watch.key.id);
  return recorder.recorded();

  async function addKey(role: ApiKeyRole, name: string) {
    const wanted = { name, role, expiresAt: time + 90 * dayMs };
    const created = newApiKey(wanted, random(name), time);
    await ledger.createApiKey(created.key, byCommandLine(time));
    return created;
  }
}

async function users({ call, later }: Story): Promise<UserId> {
  const { body: bob } = await call("POST /users", {
    body: {
      screen_name: "bob",
      password: "an example of a passphrase",
      name: "Bob",
      email: "bob@users.example",
    },
  });
  const params = { id: bob.id };
  await call("POST /users/{id}/data", { params });
  await call("GET /users/{id}", { params: { id: "bob" } });
  await call("GET /users", { query: { q: "bo", count: "true" } });
  later(60_000);
  await call("PUT /users/{id}/suspension", { params, body: { because: reason } });
  await call("GET /events", { query: { name: "user.suspended", limit: "1" } });
  await call("DELETE /users/{id}/suspension", { params });
  await call("PUT /users/{id}/email", {
    params,
    body: { email: "bob@users.example", verified: true },
  });
  return bob.id as UserId;
}

async function signInMethods({ call, service, random, now }: Story, userId: UserId): Promise<void> {
  const { ledger } = service.dependencies;
  const by = byCommandLine(now());
  const session = (purpose: string) => ({
    digest: tokenDigest(mintSessionId(random(purpose))),
    ...{ replaces: undefined, userId, signedInFor: undefined, now: now() },
    authEvents: [{ kind: "password", at: now() }] as const,
    ...{ userAgent: "Mozilla/5.0 (X11; Linux x86_64)", address: "203.0.113.9" },
  });
  const params = { id: userId };
  const identity = { issuer: "https://login.example.com", subject: "248289761001" };
  await ledger.linkIdentity({ identity, session: session("identity") }, by);
  await call("GET /users/{id}/identities", { params });
  const query = { ...identity, because: "Bob left the company." };
  await call("DELETE /users/{id}/identities", { params, query });

  const phone = "ZXhhbXBsZS1waG9uZQ";
  for (const [id, name] of [
    [phone, "Phone"],
    ["ZXhhbXBsZS1rZXk", "Security key"],
  ] as const) {
    const kind = { name, transports: [], signCount: 0, publicKey: new Uint8Array(1) };
    const passkey = { id: passkeyId(id) ?? fail(id), ...kind };
    await ledger.addPasskey({ passkey, recoveryCodes: [], session: session(id) }, by);
  }
  await call("GET /users/{id}/sessions", { params });
  await call("DELETE /users/{id}/sessions", { params });
  await call("GET /users/{id}/factors", { params });
  const lost = { because: "Bob lost the phone." };
  const factor = `passkey:${phone}`;
  await call("DELETE /users/{id}/factors/{factor}", { params: { ...params, factor }, query: lost });
  await call("DELETE /users/{id}/factors", { params, query: lost });
  await call("POST /users/{id}/recovery_links", { params, body: lost });
  await call("POST /users/{id}/reset_links", { params });

  await call("POST /invitations", { body: { note: "For the developer of the weather bot" } });
  const { body: invitations } = await call("GET /invitations");
  const invitation = { id: invitations.data[0]?.id ?? fail("no invitation") };
  await call("POST /invitations/{id}", { params: invitation });
  const { body: after } = await call("GET /invitations");
  await call("DELETE /invitations/{id}", { params: { id: after.data[0]?.id ?? "" } });
}

async function limitsAndPlans({ call }: Story): Promise<void> {
  const exports = { name: "exports", per: "application", windows: "10/1s 10000/month" } as const;
  await call("POST /api-limits", { body: exports });
  const params = { name: "exports" };
  const limit = await call("GET /api-limits/{name}", { params });
  const windows = "20/1s 10000/month";
  await call("PATCH /api-limits/{name}", { params, body: { windows }, ifMatch: limit.etag });
  await call("GET /api-limits");
  const free = { description: "For trying it out", limits: { "api/exports": "1/1s 1000/month" } };
  await call("POST /plans", { body: { name: "free", ...free } });
  const plan = await call("GET /plans/{name}", { params: { name: "free" } });
  await call("PATCH /plans/{name}", {
    params: { name: "free" },
    body: { is_default: true },
    ifMatch: plan.etag,
  });
  await call("GET /plans");
}

async function applications({ call, rename }: Story): Promise<ApplicationId> {
  const { body: weather } = await call("POST /applications", {
    body: {
      ...{ name: "Weather", owner: "alice", access: "write" },
      callbacks: ["https://weather.example/callback"],
    },
  });
  const params = { id: weather.id };
  const read = await call("GET /applications/{id}", { params });
  const body = { description: "Where it rains" };
  await call("PATCH /applications/{id}", { params, body, ifMatch: read.etag });
  await call("GET /applications", { query: { q: "wea", limit: "10" } });
  await call("PUT /applications/{id}/suspension", { params, body: { because: reason } });
  await call("DELETE /applications/{id}/suspension", { params });
  const icon = await call("PUT /applications/{id}/icon", {
    params,
    body: new Uint8Array(Buffer.from(dot, "base64")),
    contentType: "image/png",
  });
  rename(/-(.*)\.webp/.exec(icon.body.icon ?? "")?.[1] ?? fail("no icon"), "5b2f0c9d41e8a763");
  await call("DELETE /applications/{id}/icon", { params });
  const limits = await call("GET /applications/{id}/limits", { params });
  await call("PUT /applications/{id}/limits", {
    params,
    body: { "oauth2/token": 120 },
    ifMatch: limits.etag,
  });
  await call("PUT /applications/{id}/plan", { params, body: { plan: "free" } });
  await call("POST /applications/{id}/owner_notices", {
    params,
    body: { message: "Please rotate the consumer secret by Friday." },
  });
  await call("POST /applications/{id}/collaborators", {
    params,
    body: { screen_name: "bob", role: "viewer" },
  });
  const { body: collaborators } = await call("GET /applications/{id}/collaborators", { params });
  const user = collaborators.data[0]?.user_id ?? fail("no collaborator");
  const collaborator = { ...params, user };
  const editor = { role: "editor" } as const;
  await call("PATCH /applications/{id}/collaborators/{user}", {
    params: collaborator,
    body: editor,
  });
  await call("DELETE /applications/{id}/collaborators/{user}", { params: collaborator });
  await call("PUT /applications/{id}/owner", { params, body: { screen_name: "bob" } });
  return weather.id as ApplicationId;
}

/** A PNG of one pixel. */
const dot =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

async function approval({ call }: Story, id: ApplicationId): Promise<void> {
  const params = { id };
  const present = async () => ({
    params,
    ifMatch: (await call("GET /applications/{id}", { params })).etag,
  });
  await call("PUT /applications/{id}/rejection", {
    ...(await present()),
    query: { confirm: "true" },
    body: { because: "Its purpose is unclear." },
  });
  await call("PUT /applications/{id}/question", {
    ...(await present()),
    body: { question: "Who will use it?" },
  });
  await call("PUT /applications/{id}/approval", {
    ...(await present()),
    body: { access: "write" },
  });
}

async function tokens({ call, later }: Story, application: ApplicationId): Promise<Credentials> {
  const params = { id: application };
  const { body: access } = await call("POST /access_tokens", {
    body: { application, user: "bob", access: "read" },
  });
  await call("GET /access_tokens", { query: { application } });
  later(dayMs);
  const { body: consumer } = await call("POST /applications/{id}/consumer_secret", {
    params,
    body: { overlap: "24h" },
  });
  await call("POST /applications/{id}/bearer_tokens", { params });
  await call("GET /applications/{id}/bearer_tokens", { params });
  return {
    consumerKey: consumer.consumer_key,
    consumerSecret: consumer.consumer_secret,
    token: access.token,
    tokenSecret: access.token_secret,
  };
}

/** One is verified, and one was signed for another scheme. */
async function requests(
  { call, rename, service, now, later }: Story,
  application: ApplicationId,
  credentials: Credentials,
): Promise<void> {
  const { dependencies, port } = service;
  const { verifiedRequests, rejected, traitCounter, sources } = dependencies;
  const target = "/1.1/account/verify_credentials.json";
  for (const signedBase of [base, base.replace("https:", "http:")]) {
    const options = { timestamp: now() / 1000, nonce: "Ex4mpl3" };
    const { authorization } = sign(
      { method: "GET", url: signedBase + target },
      credentials,
      options,
    );
    const headers = { authorization, "x-forwarded-proto": "https", "user-agent": "weather/2.1" };
    await fetch(`http://127.0.0.1:${port}${target}`, { headers });
    later(1000);
  }
  rename(`127.0.0.1:${port}`, new URL(base).host);
  await rejected.settled();
  await verifiedRequests.write();
  await traitCounter.write();
  // It writes them first.
  await sources.sourcesOf(application, now());
  const params = { id: application };
  await call("GET /applications/{id}/credentials", { params });
  const { body: list } = await call("GET /applications/{id}/requests", { params });
  for (const [at, one] of list.data.entries()) rename(one.id, `4f1c2e0a9b7d-${at + 1}`);
  const wrong = list.data.find((one) => one.error_code !== null) ?? fail("no rejected request");
  await call("GET /applications/{id}/requests/{request}", {
    params: { ...params, request: wrong.id },
  });
  const query = { since: "2026-07-01" };
  await call("GET /applications/{id}/usage", { params, query });
  await call("GET /usage", { query });
  await call("GET /traits");
  await call("GET /trait_uses", { query: { trait: "hmac-sha1" } });
  await call("GET /program_uses", { query: { program: "weather" } });
}

async function sunsets({ call }: Story, application: ApplicationId): Promise<void> {
  const params = { name: "sha1" };
  await call("PUT /sunsets/{name}", {
    params,
    body: {
      ...{ trait: "hmac-sha1", exempt: [application] },
      ...{ ends_at: "2027-06-01T00:00:00.000Z", link: "https://example.com/sha1" },
    },
  });
  await call("GET /sunsets");
  await call("DELETE /sunsets/{name}", { params });
}

async function bulkActions({ call }: Story, application: ApplicationId): Promise<void> {
  const { body: announced } = await call("POST /bulk_actions", {
    body: { kind: "revoke-access-tokens", application, unused_since: "2026-07-02" },
  });
  const params = { id: announced.id };
  await call("POST /bulk_actions/{id}/begin", { params });
  await call("GET /bulk_actions/{id}", { params });
  await call("GET /bulk_actions");
  await call("POST /bulk_actions/{id}/stop", { params });
}

async function configuration({ call }: Story): Promise<void> {
  await call("GET /configuration");
  const body = { applications: [{ name: "Rain Alert", owner: "alice", access: "read" }] } as const;
  const { body: plan } = await call("POST /configuration/plan", { body });
  await call("POST /configuration/changes", {
    body: {
      configuration: body,
      tag: plan.changes[0]?.tag ?? fail("nothing to change"),
      keys: { consumer_key: "RainAlertExampleKey", consumer_secret: exampleSecret },
    },
  });
}

async function theService({ call, rename }: Story): Promise<void> {
  const { etag } = await call("GET /settings");
  await call("PATCH /settings", {
    body: { second_factor: "admins", grace_days: 14 },
    ifMatch: etag,
  });
  await call("GET /unused_access", { query: { days: "90" } });
  await call("GET /health");
  await call("GET /backups");
  const { body: ring } = await call("GET /keys");
  rename(JSON.stringify(ring.encrypts_with), '"8c1f4b7e"');
  await call("GET /openapi.json");
  await call("POST /search", { body: { text: "wea" } });
}

/** The webhook responds with 503. */
async function webhooks({ call, service, now }: Story): Promise<void> {
  const { ledger, receiverStates } = service.dependencies;
  const [{ id: receiver, name } = fail("no webhook")] = await receiverStates();
  const batch = { receiver, lease: "example", now: now() };
  await ledger.takeDeliveries({ ...batch, most: 10 });
  const outcome = { delivered: [], rejected: [], failed: true, failure: "503" };
  await ledger.settleDeliveries({ ...batch, ...outcome });
  await call("GET /webhooks");
  await call("POST /webhooks/{name}/retry", { params: { name } });
}

async function problems(
  { call, reject }: Story,
  application: ApplicationId,
  viewerKey: string,
): Promise<void> {
  const at = `/applications/${application}`;
  const weather = { name: "Weather", access: "read", owner: "alice" };
  const create = { method: "POST", target: "/applications", body: weather };
  await reject({ ...create, body: { nam: "Weather", access: "all" } });
  await reject({ ...create, headers: { authorization: "Bearer unknown" } });
  await reject({ ...create, headers: { authorization: `Bearer ${viewerKey}` } });
  await reject({ ...create, headers: { origin: "https://example.com" } });
  await reject({ ...create, headers: { "content-type": "text/plain" } });
  await reject({ ...create, body: { ...weather, description: "x".repeat(2 ** 16) } });
  await reject({ ...create, body: { ...weather, owner: "nobody" } });
  const idempotencyKey = "9d3b1c7e5f20a846";
  await call("POST /users/{id}/reset_links", { params: { id: "bob" }, idempotencyKey });
  await reject({ ...create, headers: { "idempotency-key": idempotencyKey } });
  await reject({ method: "GET", target: "/applications/1" });
  await reject({ method: "DELETE", target: "/settings" });
  const decline = { method: "PUT", target: `${at}/rejection`, body: { because: reason } };
  await reject({ ...decline, headers: { "if-match": "*" } });
  await reject({ ...decline, headers: { "if-match": '"earlier"' } });
  await reject(decline);
}

async function ends(
  { call, service }: Story,
  application: ApplicationId,
  watchId: ApiKeyId,
): Promise<void> {
  const params = { id: application };
  await call("DELETE /applications/{id}/previous_secret", { params });
  await call("DELETE /applications/{id}/bearer_tokens", { params });
  await call("DELETE /applications/{id}/consumer_secret", { params });
  await call("POST /revocations", { body: { application, user: "bob" } });
  await call("DELETE /applications/{id}", { params });
  await call("DELETE /plans/{name}", { params: { name: "free" } });
  await call("DELETE /api-limits/{name}", { params: { name: "exports" } });
  await call("DELETE /users/{id}", { params: { id: "bob" as UserId } });
  await service.dependencies.background.settled();
  await call("GET /api_keys");
  await call("DELETE /api_keys/{id}", { params: { id: watchId } });
  await call("POST /api_key/rotation", { body: { overlap: "24h" } });
}

function fail(message: string): never {
  throw new Error(message);
}
