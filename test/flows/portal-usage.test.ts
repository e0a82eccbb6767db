/** An application's usage, limits and users, as its owner sees them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import * as english from "../../src/pages/languages/english.ts";
import { makeApiKey } from "../admin-api/support.ts";
import { bearerFor, requestErrorOf, wholeFlow } from "../support/flow.ts";
import { saying } from "../support/saying.ts";
import { makeAccessToken, makeAdmin, makeApplication, makeUser } from "../support/service.ts";
import { decoded, signedIn, type Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

const hour = 3_600_000;
const day = 24 * hour;
const verify = "/1.1/account/verify_credentials.json";

// interface §15.10
test("200 — /portal says what each application had in the last day, and no more", async () => {
  await using world = await startWorld({}, { name: "Busy" });
  const { baseUrl, alice, ledger, clock } = world;
  await makeApplication(ledger, alice, { name: "Calm" });
  await callThrice(world);
  const visitor = await signedIn(baseUrl, alice);
  const said = async () =>
    [
      ...(await visitor.get("/portal")).html.matchAll(
        /<span class="quiet">([^<]*) in the last day/g,
      ),
    ].map(([, text]) => text);
  assert.deepEqual(await said(), ["3 requests", "No requests"]);
  clock.now += hour;
  await bearerFor(baseUrl, world.application);
  assert.deepEqual(await said(), ["4 requests", "No requests"]);
  clock.now += day - hour;
  assert.deepEqual(await said(), ["1 request", "No requests"]);
});

// interface §15.11
test("200 — the use of an hour, a day, a week: verified, issued, rejected by code", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  assert.match((await section(world, visitor, "use")).html, saying(english.portal.usage.none));
  await callThrice(world);
  await world.signed("GET", verify, { token: { token: "1-x", secret: "x" } });
  const totals = async (query: string) => {
    const { html, totals } = await section(world, visitor, "use", query);
    const { Verified, "Tokens issued": issued, Rejected, Unauthenticated } = totals;
    const why =
      /Wrong kind of token\s\(<a href="[^"]*#error-220">220<\/a>\).*?<data value="(\d+)"/s;
    return {
      Verified,
      "Tokens issued": issued,
      Rejected,
      Unauthenticated,
      220: Number(why.exec(html)?.[1]),
    };
  };
  const all = { Verified: 2, "Tokens issued": 1, Rejected: 2, Unauthenticated: 1, 220: 1 };
  for (const query of ["", "?use=hour", "?use=day", "?use=week", "?use=year", "?use=toString"]) {
    assert.deepEqual(await totals(query), all, query);
  }
  clock.now += 2 * hour;
  assert.match(
    (await section(world, visitor, "use", "?use=hour")).html,
    saying(english.portal.usage.none),
  );
  assert.deepEqual(await totals("?use=day"), all);
  clock.now += day;
  assert.match((await section(world, visitor, "use")).html, saying(english.portal.usage.none));
  assert.deepEqual(await totals("?use=week"), all);
  const { html } = await section(world, visitor, "use", "?use=week");
  const newest = [
    ...html.matchAll(/<tr><th scope="row"><time datetime="([^"]*)"[^>]*>[^<]*<\/time><\/th><td>/g),
  ].map(([, at]) => at);
  assert.deepEqual(newest, newest.toSorted().reverse(), "the newest row first");
  assert.match(html, /<a class="action" href="\?use=week" aria-current="true">/);
});

// interface §15.49
test("200 — three numbers, each with how it compares with the period before; this minute is in them", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  const figures = async (query: string) => {
    const { html } = await section(world, visitor, "use", query);
    return [...html.matchAll(/<data value="(\d+)">\1<\/data> <small>([^<]*)/g)].map(
      ([, count, change]) => `${count}: ${change}`,
    );
  };
  const { changes } = english.portal.usage;
  const expected = (period: "hour" | "day" | "week", ...pairs: readonly [number, number][]) =>
    pairs.map(([count, before]) => `${count}: ${changes[period](count, before)}`);
  assert.deepEqual(await figures(""), expected("day", [0, 0], [0, 0], [0, 0]));
  await callThrice(world);
  for (const period of ["hour", "day", "week"] as const) {
    const now = expected(period, [3, 0], [1, 0], [1, 0]);
    assert.deepEqual(await figures(`?use=${period}`), now, period);
  }
  const overview = await visitor.get(`/portal/applications/${world.application.id}`);
  assert.match(overview.html, /<dd><data value="3">3<\/data><\/dd>/, "the overview has the same");
  for (const [period, later] of [
    ["hour", hour],
    ["day", day - hour],
    ["week", 6 * day],
  ] as const) {
    clock.now += later;
    const past = expected(period, [0, 3], [0, 1], [0, 1]);
    assert.deepEqual(await figures(`?use=${period}`), past, period);
  }
});

// interface §15.49
test("200 — days that were chosen, and the same as a file; by operation, with the limit of which most was used", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  await callThrice(world);
  const date = new Date(clock.now).toISOString().slice(0, "2026-05-03".length);
  clock.now += 10 * day;
  const days = `?use=days&from=${date}&to=${date}`;
  const { html, totals } = await section(world, visitor, "use", days);
  assert.deepEqual([totals["Verified"], totals["Tokens issued"], totals["Rejected"]], [2, 1, 1]);
  assert.ok(html.includes(`name="from" type="date" value="${date}"`));
  assert.ok(html.includes(`usage.csv${days}`));
  assert.match(html, /<code>oauth2\/token<\/code><\/t[dh]>(<td[^>]*>)<data value="1">/);
  const path = `/portal/applications/${application.id}/usage.csv`;
  const file = await visitor.get(`${path}${days}`);
  assert.equal(file.headers.get("content-type"), "text/csv; charset=utf-8");
  assert.equal(
    file.headers.get("content-disposition"),
    `attachment; filename="usage-${application.id}-${date}-${date}.csv"`,
  );
  assert.match(file.html, /^from,operation,kind,count\r\n/);
  const at = String.raw`\d{4}-\S+Z`;
  assert.match(file.html, new RegExp(`^${at},oauth2/token,issued,1\r$`, "m"));
  assert.match(file.html, new RegExp(`^${at},account/verify_credentials,rejected 220,1\r$`, "m"));
  assert.equal((await visitor.get(path)).html, "from,operation,kind,count\r\n", "the last day");
  const other = await signedIn(baseUrl, await makeUser(world.ledger, "bob"));
  assert.equal((await other.get(path)).status, 404);
});

// interface §15.49
test("422 — days that can't be shown: the page says which one is wrong and what to enter, and the file leads there", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  const dayAt = (days: number) => new Date(clock.now + days * day).toISOString().slice(0, 10);
  const { problems, notShown } = english.portal.usage.days;
  const path = `/portal/applications/${application.id}/usage`;
  for (const [from, to, field, problem] of [
    ["x", dayAt(0), "from", "not-a-day"],
    ["2026-02-31", dayAt(0), "from", "not-a-day"],
    [`${dayAt(-1)}T24`, dayAt(0), "from", "not-a-day"],
    [dayAt(-1), "", "to", "not-a-day"],
    [dayAt(-1), dayAt(-2), "to", "order"],
    [dayAt(-1), dayAt(1), "to", "future"],
    [dayAt(-400), dayAt(0), "from", "not-kept"],
  ] as const) {
    const query = `use=days&from=${from}&to=${to}&figure=issued`;
    const { status, html } = await visitor.get(`${path}?${query}`);
    assert.equal(status, 422, query);
    const text = decoded(html);
    assert.ok(text.includes(notShown) && text.includes(`id="${field}-hint">${problems[problem]}`));
    assert.ok(
      text.includes(`name="from" type="${/^\d{4}-\d\d-\d\d$/.test(from) ? "date" : "text"}"`),
    );
    assert.doesNotMatch(html, /data-chart|usage\.csv/, query);
    assert.match(html, /<input type="hidden" name="figure" value="issued">/, query);
    const file = await visitor.get(`${path}.csv?${query}`);
    assert.equal(file.status, 303, query);
    assert.equal(file.headers.get("location"), `${path}?${query}`);
  }
});

// interface §15.49
test("200 — hours that were chosen, each figure's own chart, and the time at which a limit was closest", async () => {
  await using world = await startWorld({ RATE_LIMITS: "oauth2/token=1" });
  const { baseUrl, alice, clock } = world;
  await callThrice(world);
  const visitor = await signedIn(baseUrl, alice);
  const at = new Date(Math.floor(clock.now / hour) * hour).toISOString();
  const chosen = `?use=days&from=${at.slice(0, 13)}&to=${at.slice(0, 13)}`;
  const { html, totals } = await section(world, visitor, "use", chosen);
  assert.deepEqual([totals["Verified"], totals["Rejected"]], [2, 1]);
  assert.equal(html.match(/<th scope="row"><time datetime/g)?.length, 1, "one hour");
  const { byOperation } = english.portal.usage;
  const closest = `${byOperation.closest.clock} <time datetime="${at}"`;
  assert.ok(html.includes(closest), "the time of the closest use");
  assert.ok(html.includes(`<a href="${chosen}" aria-current="true">`), "the requests are shown");
  assert.ok(html.includes(`data-range="?use=days"`));
  for (const [figure, title, count] of [
    ["issued", "Tokens issued", 1],
    ["rejected", "Rejected", 1],
    ["peak", "Closest limit", 100],
  ] as const) {
    const query = `${chosen}&figure=${figure}`;
    const shown = await section(world, visitor, "use", query);
    assert.equal(shown.totals[title], count, figure);
    assert.ok(shown.html.includes(`<a href="${query}" aria-current="true">`), figure);
    assert.ok(shown.html.includes(`href="?use=week&figure=${figure}"`), "it stays");
    assert.ok(shown.html.includes(`data-range="?use=days&figure=${figure}"`), figure);
  }
  const users = await section(world, visitor, "use", "?use=day&figure=users");
  assert.equal(users.totals["Verified"], 2, "users have no hours, so the requests are shown");
  const bars = await section(world, visitor, "use", "?use=hour");
  assert.doesNotMatch(bars.html, /data-range/, "minutes can't be chosen");
});

// interface §15.49
test("200 — what changed in the application is marked in the chart and its table, on the portal's page and the administrators'", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, ledger, clock } = world;
  await callThrice(world);
  const change = { applicationId: application.id, limits: { "oauth2/token": 9 } };
  await ledger.changeApplicationLimits(change, byCommandLine(clock.now));
  clock.now += hour;
  const admin = await makeAdmin(ledger, "root");
  const { happened } = english.audit;
  const pages = [
    [await signedIn(baseUrl, alice), `/portal/applications/${application.id}/usage`],
    [await signedIn(baseUrl, admin), `/admin/applications/${application.id}`],
  ] as const;
  for (const [visitor, path] of pages) {
    const { html } = await visitor.get(path);
    assert.equal(html.match(/<circle class="marker" cx="[\d.]+%"/g)?.length, 1, path);
    const marked = `<td>${happened["application.limits-changed"]}</td></tr>`;
    assert.equal(decoded(html).split(marked).length, 2, path);
    const [, list = ""] = /<ul class="markers"(.*?)<\/ul>/s.exec(html) ?? [];
    assert.ok(list.includes(happened["application.limits-changed"]), path);
  }
  clock.now += 2 * day;
  const { html } = await section(world, pages[0][0], "use");
  assert.doesNotMatch(html, /class="marker"/, "not in the last day");
});

// interface §15.11
test("200, 401 — one meaning of rejected: the same number on each page, in the metrics, and how many anyone can cause", async () => {
  await using world = await startWorld({ API_ORIGINS: "https://api.example" });
  const { baseUrl, alice, application, ledger, service, clock } = world;
  const token = await makeAccessToken(ledger, application, alice);
  const admin = await makeAdmin(ledger, "root");
  const as = { ...application, consumerSecret: "wrong" };
  await world.signed("GET", verify, { token, as });
  await world.signed("GET", verify, { token: { token: "1-x", secret: "x" } });
  await world.signed("GET", verify, { token, oauth: { oauth_timestamp: "1" } });
  await world.signed("GET", verify, { token, oauth: { oauth_signature_method: "PLAINTEXT" } });
  const bearer = await bearerFor(baseUrl, application);
  await fetch(baseUrl + verify, { headers: { authorization: `Bearer ${bearer}` } });
  const numbers = async (visitor: Visitor, path: string) => {
    const { html } = await visitor.get(path);
    const [, figure = ""] = /<dl class="figures">(.*?)<\/dl>/s.exec(decoded(html)) ?? [];
    const [, count] =
      /<dt>(?:<a [^>]*>)?Rejected[^<]*(?:<\/a>)?<\/dt><dd><data value="(\d+)"/.exec(figure) ?? [];
    return [count, figure.includes(english.portal.usage.unauthenticated.count(4))];
  };
  const owner = await signedIn(baseUrl, alice);
  const path = `/portal/applications/${application.id}`;
  assert.deepEqual(await numbers(owner, path), ["5", true]);
  assert.deepEqual(await numbers(owner, `${path}/usage`), ["5", true]);
  assert.deepEqual(await numbers(await signedIn(baseUrl, admin), "/admin"), ["5", true]);
  await service.dependencies.rejected.settled();
  const { html } = await owner.get(`${path}/requests?show=rejected`);
  assert.equal(html.match(/class="request-row"/g)?.length, 5, "the request log lists each");
  const metrics = await (await fetch(`${service.internalUrl}/metrics`)).text();
  const ofAll = [
    ...metrics.matchAll(/^countersign_rejections_total\{.*authenticated="(\w+)".*\} (\d+)$/gm),
  ];
  const sums = Map.groupBy(ofAll, ([, authenticated]) => authenticated);
  const sum = (of: string) =>
    sums.get(of)?.reduce((total, [, , count]) => total + Number(count), 0);
  assert.deepEqual([sum("true"), sum("false")], [1, 4]);

  const root = await signedIn(baseUrl, admin);
  const adminPath = `/admin/applications/${application.id}`;
  const incident = await root.get(adminPath);
  assert.match(decoded(incident.html), /<dt>Rejected[^<]*<\/dt><dd><data value="5"/);
  const sources = await service.dependencies.sources.sourcesOf(application.id, clock.now);
  const ofSources = Object.groupBy(sources, ({ credential }) =>
    credential === "unauthenticated" ? "unauthenticated" : "authenticated",
  );
  const rejectedOf = (rows: typeof sources = []) =>
    rows.reduce((total, { rejected }) => total + rejected, 0);
  assert.deepEqual(
    [rejectedOf(ofSources.authenticated), rejectedOf(ofSources.unauthenticated)],
    [1, 4],
  );
  const csv = await owner.get(`${path}/usage.csv?use=day`);
  const [head = "", ...lines] = csv.html.trim().split(/\r?\n/);
  assert.equal(head, "from,operation,kind,count");
  const inFile = (kind: RegExp) =>
    lines
      .map((line) => line.split(","))
      .reduce((total, [, , name = "", count]) => total + (kind.test(name) ? Number(count) : 0), 0);
  assert.deepEqual([inFile(/^rejected /), inFile(/ unauthenticated$/)], [5, 4]);
  const key = await makeApiKey(ledger, "viewer");
  const answered = await fetch(
    `${service.internalUrl}/admin/v1/applications/${application.id}/usage`,
    {
      headers: { authorization: `Bearer ${key.secret}` },
    },
  );
  const { counts, operations } = (await answered.json()) as {
    counts: Record<string, number[]>;
    operations: { rejected: number }[];
  };
  const summed = (kind: RegExp) =>
    Object.entries(counts)
      .filter(([name]) => kind.test(name))
      .reduce((total, [, all]) => total + all.reduce((one, other) => one + other, 0), 0);
  assert.deepEqual([summed(/^rejected /), summed(/ unauthenticated$/)], [5, 4]);
  assert.equal(
    operations.reduce((total, { rejected }) => total + rejected, 0),
    5,
  );
});

// interface §15.50
test("200 — what failed in the application's name is listed, with as much of the cause as anyone may know", async () => {
  await using world = await startWorld({ API_ORIGINS: "https://api.example" });
  const { baseUrl, alice, application, ledger, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  const listed = async () => {
    const { html } = await section(world, visitor, "use");
    const rows = [
      ...html.matchAll(
        /<\/time><\/th><td[^>]*>(?:<a [^>]*>)?([^<]*)(?:<\/a>)?<br><small>[^<]*<\/small><\/td><td[^>]*>(?:<code>)?([^<]*)/g,
      ),
    ];
    return rows.map(([, cause, operation]) => `${cause} ${operation}`);
  };
  const { failedAuthentications } = english.portal.usage;
  assert.deepEqual(await listed(), []);
  assert.match((await section(world, visitor, "use")).html, saying(failedAuthentications.none));
  const token = await makeAccessToken(ledger, application, alice);
  const wrong = { ...application, consumerSecret: "x" };
  const nonce = { oauth_nonce: "once" };
  await world.signed("GET", verify, { token, as: wrong });
  await world.signed("GET", verify, { token: { token: "1-x", secret: "x" } });
  await world.signed("GET", verify, { token, oauth: { oauth_timestamp: "1" } });
  await world.signed("GET", verify, { token, oauth: nonce });
  await world.signed("GET", verify, { token, oauth: nonce });
  const credentials = Buffer.from(`${application.consumerKey}:x`).toString("base64");
  await fetch(`${baseUrl}/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  const { causes } = failedAuthentications;
  assert.deepEqual(await listed(), [
    `${causes.secret.what} oauth2/token`,
    `${causes.nonce.what} account/verify_credentials`,
    `${causes.clock.what} account/verify_credentials`,
    `${causes.token.what} account/verify_credentials`,
    `${causes.signature.what} account/verify_credentials`,
  ]);
  const { html } = await section(world, visitor, "use");
  assert.match(html, saying(english.portal.usage.unauthenticated.count(5)));
  assert.match(html, saying(failedAuthentications.anybody));
  assert.doesNotMatch(html, /1-x/, "nothing that was sent");
  const other = await makeApplication(ledger, alice);
  const others = await visitor.get(`/portal/applications/${other.id}/usage`);
  assert.match(others.html, saying(failedAuthentications.none));
  assert.ok(clock.now);
});

// interface §15.12, §16.69
test("200 — the plan that the application follows, and each window of a limit", async () => {
  const limits = { RATE_LIMITS: "oauth/request_token=7", API_LIMITS: "exports:application:5/1m" };
  await using world = await startWorld(limits);
  const { baseUrl, alice, ledger, clock, service } = world;
  const draft = { description: "", limits: { "api/exports": "2/1m 20/month" }, isDefault: true };
  const plan = { name: "free", draft, most: 9 };
  await ledger.savePlan(plan, byCommandLine(clock.now));
  service.dependencies.ownLimits.planSaved({ name: "free", ...draft });
  const { html } = await section(world, await signedIn(baseUrl, alice), "use");
  assert.match(html, saying(english.portal.usage.limits.plan("free")));
  assert.match(
    html,
    />api.{1,6}exports 1m<.*<span>2 of 2<.*>api.{1,6}exports month<.*<span>20 of 20</s,
  );
});

// interface §15.12
test("200 — the limits that count the application, its own ones too; to look counts nothing", async () => {
  await using world = await startWorld({ RATE_LIMITS: "oauth/request_token=7" });
  const { baseUrl, alice, application, clock } = world;
  const own = { "oauth2/token": 9 };
  const change = { applicationId: application.id, limits: own };
  const { ledger, ownLimits } = world.service.dependencies;
  await ledger.changeApplicationLimits(change, byCommandLine(clock.now));
  ownLimits.changed(change);
  const visitor = await signedIn(baseUrl, alice);
  const rows = async () => {
    const { html } = await section(world, visitor, "use");
    const matches = [
      ...html.matchAll(
        /<code id="limit-[^"]*">([^<]*)<\/code><\/th><td[^>]*><div class="share"><span>([\d,]+) of ([\d,]+)</g,
      ),
    ];
    return Object.fromEntries(matches.map(([, name, left, limit]) => [name, [limit, left]]));
  };
  const before = await rows();
  await wholeFlow(baseUrl, application, alice);
  const bearer = await bearerFor(baseUrl, application);
  const headers = { authorization: `Bearer ${bearer}` };
  const status = await fetch(`${baseUrl}/1.1/application/rate_limit_status.json`, { headers });
  assert.deepEqual(before["oauth/request_token"], ["7", "7"]);
  const after = await rows();
  assert.deepEqual(after["oauth/request_token"], ["7", "6"]);
  assert.deepEqual(after["oauth2/token"], ["9", "8"]);
  assert.equal("account/verify_credentials" in after, false, "it counts each user");
  assert.deepEqual(await rows(), after);
  const { resources } = (await status.json()) as {
    resources: Record<string, Record<string, { limit: number; remaining: number; reset: number }>>;
  };
  const limits = Object.values(resources).flatMap((family) => Object.entries(family));
  const alike = limits
    .filter(([name]) => name.slice(1) in after)
    .map(([name, one]) => [
      name.slice(1),
      [one.limit, one.remaining].map((count) => count.toLocaleString("en")),
    ]);
  assert.deepEqual(Object.fromEntries(alike), after);
  const [, reset] = limits[0] ?? [];
  const at = new Date((reset?.reset ?? 0) * 1000).toISOString();
  const { html } = await section(world, visitor, "use");
  assert.match(html, new RegExp(`<time datetime="${at}"[^>]*>${at.slice(11, 16)} UTC</time>`));
});

// interface §15.12
test("200 — with rate limits off the page says so", async () => {
  await using world = await startWorld({ RATE_LIMITS: "off" });
  const visitor = await signedIn(world.baseUrl, world.alice);
  assert.match(
    (await section(world, visitor, "use")).html,
    saying(english.portal.usage.limits.off),
  );
});

// interface §15.13
test("200 — how many users gave access, by level and week by week, and never who", async () => {
  await using world = await startWorld({}, { access: "write" });
  const { baseUrl, alice, application, ledger, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  assert.match((await section(world, visitor, "users")).html, saying(english.portal.users.none));
  const [bob, carol] = [await makeUser(ledger, "bob"), await makeUser(ledger, "carol")];
  await makeAccessToken(ledger, application, bob, "read");
  await makeAccessToken(ledger, application, carol, "write");
  const chart = async () => {
    const { html } = await section(world, await signedIn(baseUrl, alice), "users");
    assert.doesNotMatch(html, /bob|carol/);
    const rows = [...html.matchAll(/<tr><th scope="row">.*?<\/tr>/g)]
      .map(([row]) => [...row.matchAll(/<td>(\d+)/g)].map(([, count]) => Number(count)))
      .reverse();
    return { facts: [...html.matchAll(/<dd><data[^>]*>([^<]*)</g)].map(([, fact]) => fact), rows };
  };
  const now = await chart();
  assert.deepEqual(now.facts, ["1", "1", "+2"]);
  assert.equal(now.rows.length, 14);
  assert.deepEqual(now.rows.slice(-2), [
    [0, 0],
    [1, 1],
  ]);
  clock.now += 7 * day;
  await ledger.revokeAccess(
    { applicationId: application.id, userId: carol.id },
    { at: clock.now, actor: "command-line" },
  );
  const later = await chart();
  assert.deepEqual(later.facts, ["1", "0", "-1"]);
  assert.deepEqual(later.rows.slice(-3).flat(), [0, 0, 1, 1, 1, 0]);
});

/** Three requests: one for a token, one that uses the application, and one that is rejected. */
async function callThrice(world: World): Promise<void> {
  const { baseUrl, application } = world;
  const authorization = `Bearer ${await bearerFor(baseUrl, application)}`;
  const status = "/1.1/application/rate_limit_status.json";
  assert.equal((await fetch(baseUrl + status, { headers: { authorization } })).status, 200);
  const rejected = await fetch(baseUrl + verify, { headers: { authorization } });
  assert.equal(await requestErrorOf(rejected), "403 (code 220)");
}

/** A section of the application's page, and the last row of its first table by column titles. */
async function section(
  { application }: World,
  visitor: Visitor,
  id: string,
  query = "",
): Promise<{ html: string; totals: Record<string, number> }> {
  const tab = id === "use" ? "usage" : id;
  const page = await visitor.get(`/portal/applications/${application.id}/${tab}${query}`);
  const whole = page.html.replaceAll("<wbr>", "");
  const [, html = ""] = new RegExp(`<section id="${id}"(.*?)</section>`, "s").exec(whole) ?? [];
  const heads = [...html.matchAll(/<th scope="col">([^<]*)</g)].map(([, head = ""]) => head);
  const [foot = ""] = /<tfoot>.*<\/tfoot>/.exec(html) ?? [];
  const counts = [...foot.matchAll(/<td>(\d+)/g)].map(([, count]) => Number(count));
  const pairs = counts.map((count, at) => [decoded(heads[at + 1] ?? ""), count]);
  return { html: decoded(html), totals: Object.fromEntries(pairs) };
}
