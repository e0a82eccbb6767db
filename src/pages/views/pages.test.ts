import assert from "node:assert/strict";
import { test } from "node:test";
import { galleryFrame } from "../gallery/gallery-state.ts";
import * as english from "../languages/english.ts";
import { type Consent, consentPage } from "./consent.ts";
import { errorPage } from "./error.ts";
import { invalidRequestPage } from "./invalid-request.ts";
import { pinPage } from "./pin.ts";
import { signInPage } from "./sign-in.ts";

const frame = galleryFrame(english);

const signIn = {
  frame,
  action: "/oauth/authorize",
  csrf: "c",
  continueTo: "/oauth/authorize?oauth_token=t",
  username: "alice",
  ways: { passwords: true, resetByMail: false, signUp: false, providers: [] },
};

const consent: Consent = {
  frame,
  action: "/oauth/authorize",
  csrf: "c",
  oauthToken: "t",
  application: { id: "1", name: "Weather Bot", ownerScreenName: "carol", isNew: false },
  user: { id: "2", screenName: "alice" },
  access: "write",
  requestEmail: false,
  destination: { kind: "web", host: "weatherbot.example" },
  switchHref: "/switch",
  accountHref: "/account",
};

test("a title says what, then the service's name", () => {
  assert.match(String(signInPage(signIn)), /<title>Sign in · Countersign<\/title>/);
  assert.match(String(consentPage(consent)), /<title>Authorize Weather Bot · Countersign<\/title>/);
});

test("a right-to-left name is isolated in the title too", () => {
  const application = { ...consent.application, name: "طقس" };
  assert.match(
    String(consentPage({ ...consent, application })),
    /<title>Authorize \u{2068}طقس\u{2069} ·/u,
  );
});

test("sign-in keeps the user name, never a password, and ties the problem to the fields", () => {
  const page = String(signInPage({ ...signIn, problem: "wrong" }));
  assert.match(page, /<input id="username"[^>]* value="alice"/);
  assert.match(page, /<input id="password"[^>]* aria-describedby="problem password-hint"/);
  assert.doesNotMatch(page, /<input id="password"[^>]* value=/);
  assert.match(page, /role="alert" id="problem"/);
});

test("sign-in says how long too many tries have to wait", () => {
  const page = signInPage({ ...signIn, problem: "too-many", minutes: 12 });
  assert.match(text(page), /Try again in 12 minutes\./);
});

test("consent lists exactly what the level allows and what it does not", () => {
  const lists = (changes: Partial<Consent>) => {
    const page = String(consentPage({ ...consent, ...changes }));
    const [allowed, rejected] = ["allowed", "rejected"].map((kind) =>
      items(page.match(new RegExp(`<ul class="${kind}">.*?</ul>`, "s"))?.[0] ?? ""),
    );
    return { allowed, rejected };
  };
  const { permissions: can } = english.consent;
  const never = [can["see-password"], can["change-sign-in"]];
  assert.deepEqual(lists({}), {
    allowed: [can["change-account"], can["read-account"]],
    rejected: [can["see-email"], ...never],
  });
  assert.deepEqual(lists({ access: "read", requestEmail: true }), {
    allowed: [can["see-email"], can["read-account"]],
    rejected: [can["change-account"], ...never],
  });
});

test("consent names where the user goes, always with what tells the owner", () => {
  const to = (destination: Consent["destination"]) =>
    text(consentPage({ ...consent, destination }));
  const host = `${"long.".repeat(40)}weatherbot.example:8443`;
  assert.match(to({ kind: "web", host }), /sent to …[a-z.]{20,24}\.weatherbot\.example:8443\./);
  const label = "w".repeat(63);
  const owner = [label, label, "example:8443"].join(".");
  assert.ok(to({ kind: "web", host: `bank.example.${owner}` }).includes(`sent to …${owner}.`));
  assert.ok(to({ kind: "web", host: owner }).includes(`sent to ${owner}.`));
  assert.match(to({ kind: "web", host: "xn--80ak6aa92e.example" }), /xn--80ak6aa92e\.example/);
  assert.match(to({ kind: "app", scheme: "weatherbot" }), /opens weatherbot:\/\/\./);
  const scheme = `example.bob.${"long".repeat(20)}`;
  assert.match(to({ kind: "app", scheme }), /opens example\.bob\.[long]{35,36}…:\/\/\./);
  assert.match(to({ kind: "pin" }), /a code to enter in Weather Bot/);
});

test("consent offers two answers, and Enter on the first focus is neither", () => {
  const page = String(consentPage(consent));
  const buttons = [
    ...page.matchAll(/<button[^>]*name="decision" value="(\w+)"[^>]*>(.*?)<\/button>/g),
  ].map(([, value, label = ""]) => [value, text(label)]);
  assert.deepEqual(buttons, [
    ["allow", "Authorize as @alice"],
    ["deny", "Cancel"],
  ]);
  assert.doesNotMatch(page, /autofocus/);
});

test("consent links a website by its host, and nothing that is no website", () => {
  const with_ = (website: string) =>
    String(consentPage({ ...consent, application: { ...consent.application, website } }));
  assert.match(
    with_("https://weatherbot.example/about"),
    /<a href="https:\/\/weatherbot\.example\/about" rel="noreferrer noopener nofollow"><bdi>weatherbot\.example</,
  );
  assert.doesNotMatch(with_("javascript:alert(1)"), /javascript/);
});

test("consent points to the account page, where it can be taken back", () => {
  assert.match(String(consentPage(consent)), /<a href="\/account">/);
});

test("the code is seven digits in the text, without a space", () => {
  const page = pinPage({
    frame,
    applicationName: "Weather Bot",
    pin: "0123456",
    seconds: 900,
    accountHref: "/account",
  });
  const output = String(page).match(/<output id="pin".*?<\/output>/s)?.[0] ?? "";
  assert.equal(text(output), "0123456");
  assert.match(String(page), /<a href="\/account">/);
});

test("a code lives for as many minutes as users would say", () => {
  for (const [seconds, minutes] of [
    [900, 15],
    [899, 15],
    [840, 14],
    [61, 2],
    [45, 1],
  ] as const) {
    const page = pinPage({
      frame,
      applicationName: "B",
      pin: "0123456",
      seconds,
      accountHref: "/",
    });
    assert.ok(text(String(page)).includes(english.pin.lives(minutes)), `${seconds}`);
  }
});

test("a desktop application's page links to the one that serves it", () => {
  const page = invalidRequestPage({
    frame,
    reason: "desktop",
    authorizeHref: "/oauth/authorize?a=1&b=2",
  });
  assert.match(String(page), /<a class="button" href="\/oauth\/authorize\?a&#61;1&#38;b&#61;2">/);
});

test("an error says what happened, what it means, what to do, and how to refer to it", () => {
  const page = text(errorPage({ frame, status: 500, kind: "internal", requestId: "req-1" }));
  const { happened, meaning, advice } = english.error.kinds.internal;
  for (const part of [happened, meaning, advice, "Error 500", "req-1"]) {
    assert.ok(page.includes(part), part);
  }
});

function items(list: string): string[] {
  return [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = ""]) => text(item));
}

function text(page: { toString(): string }): string {
  return String(page).replace(/<[^>]*>/g, "");
}
