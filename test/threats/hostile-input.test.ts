/**
 * T24: reading anything that an anonymous caller writes takes linear time. Each parser gets a beginning that it
 * accepts, a long repetition of one kind of character, and an end at which it fails. The CPU time for
 * four times the length may not be much more than four times as much.
 */
import assert from "node:assert/strict";
import type { IncomingHttpHeaders } from "node:http";
import { test } from "node:test";
import { carriesOAuth, readRequest } from "#oauth1";
import { formWith, textWithoutTags } from "../../packages/conformance/src/approval/forms.ts";
import { cookieOf } from "../../src/accounts/cookies.ts";
import { languageOf } from "../../src/accounts/language.ts";
import {
  withoutNamedSecrets,
  withoutSecretCredentials,
  withoutSecretPairs,
  withoutSecrets,
} from "../../src/doctor/logged/hidden.ts";
import { callbackMatches, problemWithCallback } from "../../src/domain/callback.ts";
import { recoveryCodeDigest } from "../../src/domain/factors.ts";
import { isIdentityKey } from "../../src/domain/identity.ts";
import { languageTags } from "../../src/domain/language-tags.ts";
import { isRequestId } from "../../src/domain/logged-request.ts";
import { isBearerScheme, parseBasicCredentials, parseBearer } from "../../src/domain/oauth2.ts";
import { passkeyId, passkeyName } from "../../src/domain/passkey.ts";
import { credentialIn } from "../../src/domain/search.ts";
import { profileProblem } from "../../src/domain/user.ts";
import { isPageToReturnTo, returnUrl } from "../../src/http/browser/own-page.ts";
import { readDraft } from "../../src/http/browser/typed-draft.ts";
import { readIncoming } from "../../src/http/server/incoming.ts";
import { encoded } from "../../src/http/server/outgoing.ts";
import { trustedProxies } from "../../src/http/server/trusted-proxies.ts";
import { deviceOf } from "../../src/pages/views/account/device.ts";
import { mixesAlphabets } from "../../src/pages/views/lookalike.ts";
import { visibleText } from "../../src/pages/views/visible-text.ts";
import { isSid, proposedScreenName } from "../../src/tools/identity-providers/identity-provider.ts";
import { isMailAddress } from "../../src/tools/mail/email-message.ts";
import { readAssertion } from "../../src/tools/passkeys/assertion.ts";
import { keptHash } from "../../src/tools/passwords/imported-hash.ts";
import {
  formOf,
  type Incoming,
  rejectDifferentValues,
} from "../../src/verification/authentication/incoming.ts";
import { originFor } from "../../src/verification/authentication/origin.ts";
import { incoming } from "../support/incoming.ts";

interface Parser {
  readonly begins: readonly string[];
  /** True if it can be longer than all headers together. */
  readonly inBody?: true;
  readonly read: (text: string) => unknown;
}

const formType = "application/x-www-form-urlencoded";
const proxies = trustedProxies(["10.0.0.0/8"]);

const parsers: Record<string, Parser> = {
  "Authorization: Basic": { begins: ["Basic", "Basic YTpi"], read: parseBasicCredentials },
  "Basic, once decoded": {
    begins: ["", "a:", "%"],
    read: (text) => parseBasicCredentials(`Basic ${Buffer.from(text).toString("base64")}`),
  },
  "Authorization: Bearer": {
    begins: ["Bearer", "Bearer a"],
    read: (text) => [isBearerScheme(text), parseBearer(text)],
  },
  "Authorization: OAuth": {
    begins: ["OAuth", 'OAuth oauth_a="', "OAuth a=", "OAuth a"],
    read: (authorization) => readRequest(request({ authorization }), { reads: ["a"] }),
  },
  "a signed query": {
    begins: ["", "oauth_a=1&", "oauth_"],
    read: (query) => readRequest(request({ query }), { reads: ["a"] }),
  },
  "a signed form": {
    begins: ["", "oauth_a=1&"],
    inBody: true,
    read: (body) => readRequest(request({ body, contentType: formType }), { reads: ["a"] }),
  },
  "a search for oauth_*": {
    begins: ["", "%"],
    inBody: true,
    read: (body) => carriesOAuth(request({ body, contentType: formType })),
  },
  "Content-Type": {
    begins: ["", formType, "application/"],
    read: (contentType) => formOf(request({ contentType, body: "a" })),
  },
  "a form of a page": {
    begins: ["", "a=", "a=1&a"],
    inBody: true,
    read: (body) => {
      const form = request({ body, contentType: formType });
      return [isRejected(form), formOf(form)];
    },
  },
  "a query of a page": {
    begins: ["", "a=", "continue="],
    read: (query) => [
      isRejected(request({ query })),
      ...["/sign-in", "/oauth/authorize", "/account", "/portal"].map((path) =>
        returnUrl(request({ method: "GET", path, query })),
      ),
    ],
  },
  "the page to return to": {
    begins: ["/account", "/account?a", "/sign-in?continue=", "/oauth/authorize?"],
    read: isPageToReturnTo,
  },
  "the path": {
    begins: ["/", "http://", "HTTP://a", "/?"],
    read: (url) => readIncoming({ ...message, url } as never, undefined, proxies, "1"),
  },
  Cookie: {
    begins: ["", "session=", "a=1;"],
    read: (cookie) => cookieOf(request({ headers: { cookie } }), "session"),
  },
  "Accept-Language": {
    begins: ["", "a", "es;", "es;q=", "es;q=0."],
    read: (text) => languageOf(request({ headers: { "accept-language": text } }), languageTags),
  },
  "Accept-Encoding": {
    begins: ["", "gzip;", "gzip;q=0.", "br,"],
    read: (text) => encoded({ status: 200, type: "json", body: "a".repeat(2000) }, text),
  },
  Host: {
    begins: ["", "id.example:", "["],
    read: (host) => originFor(request({ headers: { host } }), ["https://id.example", "https://b"]),
  },
  "X-Forwarded-For": {
    begins: ["", "[", "10.0.0.1"],
    read: (text) => proxies.clientOf("10.0.0.1", { "x-forwarded-for": text }),
  },
  "X-Forwarded-Proto": {
    begins: ["", "https"],
    read: (text) => proxies.clientOf("10.0.0.1", { "x-forwarded-proto": text }),
  },
  "User-Agent": { begins: ["", "Mozilla/5.0"], read: deviceOf },
  oauth_callback: {
    begins: ["", "https://", "https://a", "a:/", "http://[", "https://a/"],
    inBody: true,
    read: (text) => [callbackMatches(text, ["https://a/", "a://"]), problemWithCallback(text)],
  },
  "fields of an account": {
    begins: ["", "a@"],
    read: (text) => [
      profileProblem({ screenName: text, name: "", email: "" }),
      profileProblem({ screenName: "a", name: text, email: "" }),
      profileProblem({ screenName: "a", name: "", email: text }),
      isMailAddress(text),
      visibleText(text),
      mixesAlphabets(text),
    ],
  },
  "an answer of a passkey, and what it is called": {
    begins: ["", '{"id":"AAAA","clientDataJSON":"'],
    inBody: true,
    read: (text) => [readAssertion(text), passkeyId(text), passkeyName(text, "a")],
  },
  "a code of the second step": {
    begins: ["", "4k2p-"],
    read: (text) => recoveryCodeDigest("1" as never, text),
  },
  "what a provider says of somebody": {
    begins: ["", "alice@"],
    inBody: true,
    read: (text) => [
      proposedScreenName({ preferred_username: text }, "preferred_username"),
      isSid(text),
      isIdentityKey({ issuer: text, subject: text }),
    ],
  },
  "what is hidden of a rejected request": {
    begins: ["OAuth ", "oauth_token=a%26"],
    read: (text) => [
      withoutSecretPairs(text),
      withoutSecretCredentials(text),
      withoutNamedSecrets(text),
      withoutSecrets(text, ["a secret"]),
      isRequestId(text),
    ],
  },
  "what someone searches for": {
    begins: ["", "Bearer ", "Basic ", "oauth_token=", "https://", "a: ", "a@a"],
    inBody: true,
    read: credentialIn,
  },
  "a password's hash of another system": {
    begins: [
      "$scrypt$ln=1,r=1,p=1$",
      "$pbkdf2$1$",
      "pbkdf2_sha256$1$",
      "$2b$10$",
      "$argon2id$v=19",
    ],
    read: keptHash,
  },
  "a page of a provider that is tested": {
    begins: ["<form>", "<form><input", '<form><input name="', "<form><input a=", "&#"],
    inBody: true,
    read: (html) => [formWith(html, ["a", "b"]), textWithoutTags(html)],
  },
  "fields of an application": {
    begins: ["", "https://a/", "\n"],
    inBody: true,
    read: (text) =>
      readDraft(
        new Map(["name", "description", "website", "callbacks"].map((name) => [name, text])),
      ),
  },
};

/** One character for each role in these grammars (separator, quote, escape, repetition), and some that have none. */
const units = [
  ...[" ", "\t", "\r\n", "\n", "\v", "\xa0", "\0", "\x7f", "\xff", "\xc3\xbc"],
  ...[",", ";", ":", "=", "&", "+", "?", "/", "\\", "#", "@", ".", "-", "_", "~", "*"],
  ...['"', "'", "<", "[", "]", "(", "%", "%2", "%20", "%C3", "%25"],
  ...["<form", "<input", "<input a=", "<input>", "&#9"],
  ...["a", "Z", "0", "9.", "a-", "-a", "a.", "a/", "a,", "a;", "a=", "=a", "a=;"],
  ...["a=b&", "a&", "&a", "%61&", 'a="', 'a="b",', '\\"', ", ", "; ", ";q=", "q=0", "a;q=1,"],
  ...["oauth_a=1&", "oauth_a&", "10.0.0.1,", "[::1],", "::", "\u{300}", "\u{200d}", "é"],
];
/** A number makes each repetition different, so that there are many names. */
const numbered = ["a#&", "a#=1&", "a#=1;", "a#,", 'a#="1",', "a-#-"];
const ends = ["", "!", "\0", '"', "=", " a"];

for (const [name, parser] of Object.entries(parsers)) {
  test(`T24 — linear: ${name}`, () => {
    for (const begin of parser.begins) {
      for (const unit of [...units, ...numbered]) {
        for (const end of ends) {
          const text = (length: number) => begin + repeated(unit, length) + end;
          assertLinear(parser, text, JSON.stringify([begin, unit, end]));
        }
      }
    }
  });
}

/** Milliseconds for a length, for twice as much and for four times as much. */
type Times = readonly [short: number, middle: number, long: number];

function assertLinear(
  { read, inBody }: Parser,
  text: (length: number) => string,
  what: string,
): void {
  // Lengths increase in steps, so that a parser that fails does not run for hours.
  for (const length of inBody ? [1000, 4000, 16_000] : [1000, 4000]) {
    const longest = text(4 * length);
    const first = cpuMs(read, longest);
    if (first < 4) continue;
    const shorter = text(length);
    const bestOf = (input: string) => best(5, () => cpuMs(read, input));
    if (!isTooMuch(bestOf(shorter), first)) continue;
    const between = text(2 * length);
    // A large value gets memory of its own, which is a step, and a step is steep in one of the two halves alone.
    const isSteep = ([short, middle, long]: Times) =>
      isTooMuch(short, long) && middle >= 2.3 * short && long >= 2.3 * middle;
    // Other work, compilation or garbage collection may have disturbed it, so a steep result is measured again.
    const measured = (): Times => [bestOf(shorter), bestOf(between), bestOf(longest)];
    let times = measured();
    for (let tries = 0; tries < 4 && isSteep(times); tries += 1) times = measured();
    assert.ok(
      !isSteep(times),
      `${what}: ${times.join(", ")} ms for ${length}, twice and four times as many`,
    );
  }
}

/** For four times the length. */
function isTooMuch(shortMs: number, longMs: number): boolean {
  return longMs >= 4 && longMs >= 9 * shortMs + 2;
}

function cpuMs(read: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage();
  read(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function best(times: number, measure: () => number): number {
  return Math.min(...Array.from({ length: times }, measure));
}

/** Repeats `unit`; a `#` in it becomes a number that counts up. */
function repeated(unit: string, length: number): string {
  if (!numbered.includes(unit)) return unit.repeat(Math.ceil(length / unit.length));
  const whole: string[] = [];
  for (let at = 0, count = 0; at < length; count += 1) {
    const one = unit.replace("#", count.toString(36));
    whole.push(one);
    at += one.length;
  }
  return whole.join("");
}

const message = {
  method: "GET",
  headers: {} as IncomingHttpHeaders,
  rawHeaders: [],
  socket: { remoteAddress: "203.0.113.1" },
};

function request(some: Partial<Incoming>): Incoming {
  return incoming({ contentType: undefined, ...some });
}

function isRejected(sent: Incoming): boolean {
  try {
    rejectDifferentValues(sent, ["a"]);
    return false;
  } catch (error) {
    assert.match(String(error), /has different values/);
    return true;
  }
}
