/** The language of the pages, for each language: requested by the browser, chosen by the user, and kept. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { languages } from "../../src/pages/languages/languages.ts";
import { phrase } from "../../src/pages/views/phrase.ts";
import { scratchDirectory } from "../cli/command.ts";
import { requestTokenFor } from "../support/flow.ts";
import { decoded, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

const tags = Object.keys(languages);
const accept = (tag: string) => ({ "accept-language": `${tag}, en;q=0.5` });
const languageOf = (html: string) => /<html lang="([^"]*)"/.exec(html)?.[1];

// interface §14.16
test("200 — each language by Accept-Language, on sign-in, errors and consent; English for everyone else", async () => {
  await using world = await startWorld();
  const { baseUrl, alice } = world;
  const { token } = await requestTokenFor(baseUrl, world.application);
  for (const tag of [...tags, "xx"]) {
    const headers = { "accept-language": `${tag}-419, en;q=0.5` };
    const expected = tag === "xx" ? "en" : tag;
    for (const path of [
      "/sign-in",
      "/oauth/authorize",
      `/oauth/authorize?oauth_token=${token}`,
      "/oauth/authenticate?oauth_token=a&oauth_token=b",
    ]) {
      const { html } = await new Visitor(baseUrl).get(path, headers);
      assert.equal(languageOf(html), expected, path);
    }
    const visitor = await signedIn(baseUrl, alice);
    for (const path of ["/account", `/oauth/authorize?oauth_token=${token}`]) {
      assert.equal(languageOf((await visitor.get(path, headers)).html), expected, path);
    }
  }
});

// interface §14.16
for (const [tag, texts] of Object.entries(languages)) {
  test(`200 — ${tag}: signing in, a wrong password, an error and consent speak it`, async () => {
    await using world = await startWorld();
    const { baseUrl, alice } = world;
    const { token } = await requestTokenFor(baseUrl, world.application);
    const visitor = new Visitor(baseUrl);
    const ask = async (path: string) => decoded((await visitor.get(path, accept(tag))).html);
    const page = await visitor.get(`/oauth/authorize?oauth_token=${token}`, accept(tag));
    assert.ok(page.html.includes(`>${texts.signIn.submit}</button>`));
    const twice = await ask("/oauth/authenticate?oauth_token=a&oauth_token=b");
    assert.ok(twice.includes(texts.error.kinds["bad-request"].happened));

    await visitor.post("/language", { language: tag, continue: "/sign-in" });
    const credentials = { username: alice.screenName, password: "wrong" };
    const rejected = decoded((await visitor.submit(page, credentials)).html);
    assert.ok(rejected.includes(texts.signIn.problems.wrong.meaning));

    const { location = "" } = await visitor.submit(page, {
      ...credentials,
      password: alice.password,
    });
    const consent = decoded((await visitor.get(location, accept("xx"))).html);
    assert.ok(consent.includes(`>${phrase(texts.consent.allow(`@${alice.screenName}`))}</button>`));
    assert.ok(consent.includes(texts.consent.permissions["read-account"]));
  });
}

test("401 (code 32) — programs are answered in English, whatever language they ask for", async () => {
  await using world = await startWorld();
  const answers = ["en", ...tags].map(async (tag) => {
    const headers = { ...accept(tag), cookie: `language=${tag}` };
    const as = { ...world.application, consumerSecret: "wrong" };
    const response = await world.signed("POST", "/oauth/request_token", { as, headers });
    assert.equal(response.status, 401);
    return response.text();
  });
  const [english = "", ...others] = await Promise.all(answers);
  assert.match(english, /"code":32,"message":"Could not authenticate you/);
  for (const other of others) assert.equal(other, english);
});

// interface §14.17
test("303 — a language that was chosen is kept for a year, before what the browser asks for", async () => {
  await using world = await startWorld();
  for (const tag of tags) {
    const visitor = new Visitor(world.baseUrl);
    const response = await visitor.post("/language", { language: tag, continue: "/sign-in" });
    assert.equal(response.status, 303);
    assert.equal(response.location, "/sign-in");
    assert.equal(
      response.headers.get("set-cookie"),
      `language=${tag}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax`,
    );
    const other = tags.find((one) => one !== tag) ?? "xx";
    const { html } = await visitor.get("/sign-in", { "accept-language": other });
    assert.equal(languageOf(html), tag);
  }
});

test("200 — a cookie that names no language of ours is as good as none", async () => {
  await using world = await startWorld();
  for (const value of ["xx", "__proto__", "constructor", "", "%00", "en%20"]) {
    const visitor = new Visitor(world.baseUrl);
    visitor.cookies.set("language", value);
    assert.equal(languageOf((await visitor.get("/sign-in")).html), "en", value);
  }
});

// interface §14.16
test("200 — only the languages of the setting are offered; the first is for everyone else", async () => {
  await using world = await startWorld({ LANGUAGES: "es,ar" });
  const visitor = new Visitor(world.baseUrl);
  const page = await visitor.get("/sign-in", accept("en"));
  assert.equal(languageOf(page.html), "es");
  const buttons = [...page.html.matchAll(/name="language" value="([^"]*)"/g)];
  assert.deepEqual(
    buttons.map(([, tag]) => tag),
    ["es", "ar"],
  );
  visitor.cookies.set("language", "en");
  assert.equal(languageOf((await visitor.get("/sign-in", accept("ar"))).html), "ar");
  // interface §14.18
  const rejected = await visitor.post("/language", { language: "en", continue: "/sign-in" });
  assert.equal(rejected.status, 400);
  const chosen = await visitor.post("/language", { language: "es", continue: "/sign-in" });
  assert.equal(chosen.status, 303);
  assert.equal(languageOf((await visitor.get("/sign-in", accept("ar"))).html), "es");
});

// interface §14.16
test("200 — a language without access texts is not offered, and one language alone is no choice", async () => {
  using directory = scratchDirectory();
  const ACCESS_TEXTS = join(directory.path, "access-texts.json");
  writeFileSync(ACCESS_TEXTS, JSON.stringify({ ar: { read: "x", write: "y" } }));
  await using world = await startWorld({ ACCESS_TEXTS });
  const { html } = await new Visitor(world.baseUrl).get("/sign-in", accept("es"));
  assert.equal(languageOf(html), "ar");
  assert.doesNotMatch(html, /class="languages"/);
});

// interface §14.18
test("T20 — 400: the choice of a language leads to pages of ours alone", async () => {
  await using world = await startWorld();
  const visitor = new Visitor(world.baseUrl);
  const send = (to: string) => visitor.post("/language", { language: "en", continue: to });
  for (const target of [
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "/oauth/authorize",
    "/oauth/authorize?x\\",
    "/oauth/authorize?x\r\nSet-Cookie: a=b",
    "/oauth/request_token?x",
    "/account/../evil",
    "/account//evil.example",
    "/account?oauth_token=x",
    "/account?a=1&oauth_token=x",
    "/account#x",
    "/admin?a=/evil",
    "/portals",
    "/sign-out",
    "/language",
    "/sign-in?continue=https%3A%2F%2Fevil.example",
    "/sign-in?continue=%2Faccount&continue=%2F%2Fevil.example",
    "/sign-in?continue=%2Fsign-in%3Fcontinue%3D%2Faccount",
    `/account?a=${"x".repeat(2000)}`,
    "",
  ]) {
    const response = await send(target);
    assert.equal(response.status, 400, target);
    assert.equal(response.headers.get("set-cookie"), null);
  }
  for (const target of [
    "/account",
    "/account/events?after=1",
    "/portal",
    "/portal/12/try-it?sent=1",
    "/admin/users?q=al*ice+b%C3%A9&after=%40x&state=suspended",
    "/sign-in",
    "/sign-in?continue=%2Fadmin%2Fpeople%3Fq%3Dalice",
    "/oauth/authorize?oauth_token=abc&force_login=true",
  ]) {
    assert.equal((await send(target)).location, target);
  }
  const unknown = await visitor.post("/language", { language: "xx", continue: "/account" });
  assert.equal(unknown.status, 400);
});

// interface §14.18
test("T15 — 403: a choice that another site sent", async () => {
  await using world = await startWorld();
  const visitor = new Visitor(world.baseUrl);
  const fields = { language: "en", continue: "/account" };
  for (const headers of [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { origin: "https://evil.example" },
    { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
  ] as const) {
    const response = await visitor.post("/language", fields, { ...headers });
    assert.equal(response.status, 403);
    assert.equal(response.headers.get("set-cookie"), null);
  }
  const own = await visitor.post("/language", fields, { origin: world.baseUrl });
  assert.equal(own.status, 303);
  assert.equal((await visitor.get("/language")).status, 405);
});

// interface §14.15
test("200 — the bare host tells an anonymous caller what this is and where to go, and leads others to their account", async () => {
  await using world = await startWorld({ SERVICE_NAME: "Example ID", SIGN_UP: "open" });
  const anonymous = new Visitor(world.baseUrl);
  const { status, html } = await anonymous.get("/");
  assert.equal(status, 200);
  assert.match(html, /<p class="service">.*<bdi>Example ID<\/bdi>/);
  for (const path of ["/sign-in", "/sign-up", "/portal"]) {
    assert.ok(html.includes(`href="${path}"`), path);
  }
  const spanish = await anonymous.post("/language", { language: "es", continue: "/" });
  assert.equal(spanish.location, "/");
  assert.equal(languageOf((await anonymous.get("/")).html), "es");
  const { location } = await (await signedIn(world.baseUrl, world.alice)).get("/");
  assert.equal(location, "/account");
});

test("303 — a user who must sign in first comes back to the same part of a list", async () => {
  await using world = await startWorld();
  const { baseUrl, alice } = world;
  const visitor = new Visitor(baseUrl);
  const path = "/account/events?after=7";
  const { location = "" } = await visitor.get(path);
  assert.equal(location, `/sign-in?continue=${encodeURIComponent(path)}`);
  const credentials = { username: alice.screenName, password: alice.password };
  const response = await visitor.submit(await visitor.get(location), credentials);
  assert.equal(response.location, path);
});

/** Chooses another language at the end of a page whose form was rejected. */
function inLanguage(visitor: Visitor, { html }: { html: string }, tag: string) {
  const form = /<form class="languages".*?<\/form>/s.exec(html)?.[0] ?? "";
  const action = new RegExp(`formaction="([^"]*language[^"]*${tag})"`).exec(form)?.[1];
  assert.ok(action !== undefined, `no form that comes back in ${tag}: ${form}`);
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  const fields = hidden.map(([, name = "", value = ""]) => [decoded(name), decoded(value)]);
  assert.ok(!fields.some(([name]) => name?.includes("password")), "no password is printed");
  return visitor.post(decoded(action), Object.fromEntries(fields));
}

// interface §14.30
test("422 — a rejected form comes back in another language with what was typed, and the choice is kept", async () => {
  await using world = await startWorld();
  const { baseUrl, alice } = world;
  const visitor = await signedIn(baseUrl, alice);
  const input = { name: `Alice "the" <b>`, screen_name: "not a name", email: "" };
  const rejected = await visitor.send("/account/profile", input);
  assert.equal(rejected.status, 422);
  const spanish = await inLanguage(visitor, rejected, "es");
  assert.equal(spanish.status, 422);
  assert.equal(languageOf(spanish.html), "es");
  const { shell, account } = (languages["es"] ?? assert.fail()) as (typeof languages)["en"];
  const shown = decoded(spanish.html);
  assert.ok(shown.includes(account.profile.problems["screen-name"]), shown);
  assert.ok(shown.includes(shell.problem(account.titles.profile)));
  assert.ok(shown.includes(`value="${input.name}"`) && shown.includes('value="not a name"'));
  assert.equal(languageOf((await visitor.get("/account")).html), "es");
});

// interface §14.30
test("200 — a change that is to be agreed to, and a request that was checked, come back in another language", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const path = `/portal/applications/${application.id}`;
  const settings = { name: "Storm Bot", access: "read", callbacks: "https://weather.example/new" };
  const request = "curl 'https://weather.example/a'\n -H 'Authorization: OAuth a=\"b\"'";
  const { portal } = (languages["es"] ?? assert.fail()) as (typeof languages)["en"];
  for (const [form, said, fields] of [
    ["settings", portal.settings.confirm.what, settings],
    ["check", portal.check.answer, { request }],
  ] as const) {
    const asked = await visitor.send(`${path}/${form}`, fields);
    assert.equal(asked.status, 200);
    const spanish = await inLanguage(visitor, asked, "es");
    assert.equal(languageOf(spanish.html), "es");
    const shown = decoded(spanish.html);
    for (const text of [said, ...Object.values(fields)]) assert.ok(shown.includes(text), text);
    const back = await inLanguage(visitor, spanish, "en");
    assert.ok(decoded(back.html).includes(Object.values(fields)[0] ?? ""));
  }
  assert.equal((await ledger.applicationById(application.id))?.name, "Weather Bot");
});

// interface §14.30
test("200 — a failed sign-in comes back in another language with the screen name, and counts as no try", async () => {
  await using world = await startWorld();
  const { baseUrl, alice } = world;
  const visitor = new Visitor(baseUrl);
  const page = await visitor.get("/sign-in");
  const rejected = await visitor.submit(page, { username: alice.screenName, password: "wrong" });
  const failures = () =>
    world.ledger.eventsBy({ name: "user.sign-in-failed" }, { after: undefined, size: 9 });
  const before = (await failures()).length;
  const arabic = await inLanguage(visitor, rejected, "ar");
  assert.equal(arabic.status, 200);
  assert.equal(languageOf(arabic.html), "ar");
  assert.ok(arabic.html.includes(`value="${alice.screenName}"`));
  const spanish = await inLanguage(visitor, arabic, "es");
  assert.equal(languageOf(spanish.html), "es");
  assert.ok(
    spanish.html.includes(`value="${alice.screenName}"`),
    "the second language keeps it too",
  );
  assert.equal((await failures()).length, before);
});

// interface §14.30
test("403 — another site that sends a form with a language in its address changes nothing", async () => {
  await using world = await startWorld();
  const visitor = await signedIn(world.baseUrl, world.alice);
  const fields = { csrf: await visitor.csrf(), name: "", screen_name: "x y", email: "" };
  const response = await visitor.post("/account/profile?language=es", fields, {
    "sec-fetch-site": "cross-site",
  });
  assert.equal(response.status, 403);
  assert.equal(response.headers.getSetCookie().length, 0);
});
