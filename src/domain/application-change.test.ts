import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changeEffects,
  changesAuthority,
  draftSeen,
  draftWith,
  effectsAgreedTo,
  problemWithDraft,
  withWordsLeft,
} from "./application-change.ts";
import { type ApplicationDraft, emptyDraft } from "./fields/application.ts";
import { isOutdated, seenField } from "./seen.ts";

const before: ApplicationDraft = {
  ...emptyDraft,
  name: "Weather Bot",
  description: "",
  website: "https://weather.example",
  access: "read",
  signIn: true,
  requestEmail: true,
  callbacks: ["https://weather.example/callback", "weather.example://done"],
};
const grants = { read: 3, write: 2 };

test("each part of a change names what it does, and to how many users", () => {
  const writing: ApplicationDraft = { ...before, access: "write" };
  const effects = (from: ApplicationDraft, change: Partial<ApplicationDraft>) =>
    changeEffects(from, { ...from, ...change }, grants);
  assert.deepEqual(effects(before, {}), []);
  assert.deepEqual(effects(writing, {}), []);
  assert.deepEqual(effects(writing, { access: "read" }), [{ effect: "access-lowered", users: 2 }]);
  assert.deepEqual(effects(before, { access: "write" }), [{ effect: "access-raised", users: 3 }]);
  assert.deepEqual(effects(before, { requestEmail: false }), [{ effect: "email-off", users: 5 }]);
  assert.deepEqual(effects(before, { signIn: false }), [{ effect: "sign-in-off", users: 5 }]);
  assert.deepEqual(effects({ ...before, requestEmail: false }, { requestEmail: true }), []);
  assert.deepEqual(effects({ ...before, signIn: false }, { signIn: true }), []);
});

test("what touches no one is not named", () => {
  const after: ApplicationDraft = { ...before, access: "write", signIn: false };
  assert.deepEqual(changeEffects(before, after, { read: 0, write: 0 }), []);
  assert.deepEqual(changeEffects(before, after, { read: 0, write: 1 }), [
    { effect: "sign-in-off", users: 1 },
  ]);
});

test("requiring SHA-256 is named, even where users gave no access", () => {
  const after: ApplicationDraft = { ...before, requireSha256: true };
  const none = { read: 0, write: 0 };
  assert.deepEqual(changeEffects(before, after, none), [{ effect: "sha1-rejected" }]);
  assert.deepEqual(changeEffects(after, after, none), []);
  assert.deepEqual(changeEffects(after, before, none), []);
});

test("a callback that goes is named, and that none is left", () => {
  const [first = "", second = ""] = before.callbacks;
  const effects = (callbacks: readonly string[], from = before) =>
    changeEffects(from, { ...from, callbacks }, grants);
  assert.deepEqual(effects([second]), [{ effect: "callback-removed", callback: first }]);
  assert.deepEqual(effects([second, first, "https://other.example/"]), []);
  assert.deepEqual(effects([]), [
    { effect: "callback-removed", callback: first },
    { effect: "callback-removed", callback: second },
    { effect: "no-callback-left" },
  ]);
  assert.deepEqual(effects([], { ...before, callbacks: [] }), []);
});

test("authority is the level, the email address, sign-in and the callbacks; words are not", () => {
  const words = { name: "Other", description: "It does.", website: "https://other.example" };
  assert.equal(changesAuthority(before, { ...before, ...words }), false);
  const form = new Map([[seenField, draftSeen(before)]]);
  assert.equal(isOutdated(form, draftSeen({ ...before, ...words })), false);
  for (const change of [
    { access: "write" },
    { signIn: false },
    { requestEmail: false },
    { requireSha256: true },
    { callbacks: before.callbacks.slice(1) },
    { callbacks: [...before.callbacks].reverse() },
  ] as const) {
    const after = { ...before, ...change };
    assert.equal(changesAuthority(before, after), true, JSON.stringify(change));
    assert.equal(isOutdated(form, draftSeen(after)), true, JSON.stringify(change));
  }
});

test("each word that was left as the form showed it stays what it has become", () => {
  const termsUrl = "https://weather.example/terms";
  const form = new Map([[seenField, draftSeen({ ...before, termsUrl })]]);
  const now = {
    ...before,
    description: "Rain",
    website: "https://other.example",
    privacyUrl: "https://other.example/privacy",
  };
  const sent = { ...before, name: "Wetter", access: "write", termsUrl } as const;
  assert.deepEqual(withWordsLeft(form, sent, now), { ...now, name: "Wetter", access: "write" });
  assert.deepEqual(withWordsLeft(new Map(), sent, now), sent, "from no page");
});

test("users agree to the effects of a change, whatever the numbers in them", () => {
  const removed = (callback: string) => ({ effect: "callback-removed", callback }) as const;
  const off = (users: number) => ({ effect: "email-off", users }) as const;
  assert.equal(effectsAgreedTo([]), "");
  assert.equal(effectsAgreedTo([off(1), removed("a://")]), "email-off callback-removed:a://");
  assert.equal(effectsAgreedTo([off(1)]), effectsAgreedTo([off(2)]));
  assert.notEqual(effectsAgreedTo([removed("a://")]), effectsAgreedTo([removed("b://")]));
});

test("a draft takes the parts that are given, and keeps the others", () => {
  assert.deepEqual(draftWith(before, {}), before);
  const callbacks = ["https://a.example", "https://a.example"];
  const changed = draftWith(
    { ...before, requireSha256: true },
    { name: " Rain Bot ", signIn: false, callbacks, termsUrl: "https://terms.example" },
  );
  assert.deepEqual(changed, {
    ...{ ...before, name: "Rain Bot", signIn: false, requireSha256: true },
    ...{ callbacks: ["https://a.example"], termsUrl: "https://terms.example" },
  });
  assert.equal(problemWithDraft(draftWith(emptyDraft, {})), "Give the application a name.");
});

test("a draft has at most ten callbacks, and those that are registered stay", () => {
  const wrong = "http://rain.example/";
  assert.match(
    problemWithDraft({ ...before, callbacks: [wrong] }) ?? "",
    /^callback "http:\/\/rain\.example\/": http is for/,
  );
  assert.equal(problemWithDraft({ ...before, callbacks: [wrong] }, [wrong]), undefined);
  const many = Array.from({ length: 11 }, (_, at) => `https://${at}.example`);
  assert.match(problemWithDraft({ ...before, callbacks: many }) ?? "", /up to 10 callback URLs/);
});
