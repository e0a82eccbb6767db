/** Every field of every form says how browsers should fill it in, capitalize it and check its spelling. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { endpoints } from "../../http/endpoints/index.ts";
import { secretFieldsOf } from "../../http/operation/endpoint.ts";
import * as english from "../languages/english.ts";
import { gallery } from "./gallery.ts";
import { galleryFrame } from "./gallery-state.ts";

type Filling = readonly [autocomplete: string, autocapitalize: string, spellcheck: string];

/** Computers read these names, and searches: browsers must not change what was typed. */
const exact: Filling = ["off", "none", "false"];
const prose: Filling = ["off", "sentences", "true"];

/** The key is the field's name, after its form's URL if the name means something else elsewhere. */
const expected: Readonly<Record<string, Filling>> = {
  username: ["username", "none", "false"],
  who: ["username", "none", "false"],
  "/account/profile screen_name": ["username", "none", "false"],
  "/sign-in/first screen_name": ["username", "none", "false"],
  "/sign-up screen_name": ["username", "none", "false"],
  screen_name: exact,
  email: ["email", "none", "false"],
  name: ["name", "words", "false"],
  "/admin/api-keys name": exact,
  "/admin/plans name": exact,
  "/admin/api-limits name": exact,
  windows: exact,
  days: exact,
  "oauth2/token": exact,
  "api/exports": exact,
  "/admin/sunsets name": exact,
  // It is someone else's address.
  "/admin/invitations emails": exact,
  "/account/passkeys name": ["off", "words", "false"],
  "/portal/create name": ["off", "words", "false"],
  "/portal/applications settings name": ["off", "words", "false"],
  description: prose,
  reason: prose,
  note: prose,
  message: prose,
  text: prose,
  purpose: prose,
  expected_users: prose,
  answer_1: prose,
  answer_2: prose,
  code: ["one-time-code", "none", "false"],
  current_code: ["one-time-code", "none", "false"],
  request: exact,
  rejected: exact,
  oauth_verifier: ["one-time-code", "none", "false"],
  typed_name: exact,
  callbacks: exact,
  networks: exact,
  exempt: exact,
  program: exact,
  ends: exact,
  link: exact,
  until: exact,
  website: exact,
  terms_url: exact,
  privacy_url: exact,
  support_url: exact,
  q: exact,
  user: exact,
  involved: exact,
  application: exact,
  actor: exact,
  from: exact,
  to: exact,
  since: exact,
  owner: exact,
  last_used_from: exact,
  last_used_before: exact,
  secret_set_from: exact,
  secret_set_before: exact,
  issued_from: exact,
  issued_before: exact,
  unused_since: exact,
  created_from: exact,
  created_before: exact,
};

/** Browsers never capitalize or spell-check passwords; password managers distinguish the fields by this value. */
const passwords: Readonly<Record<string, string>> = {
  password: "current-password",
  current_password: "current-password",
  new_password: "new-password",
};

/** Browsers fill these fields with a password or a code, and a script with a passkey. */
const credential =
  / (?:type="password"|autocomplete="(?:current-password|new-password|one-time-code)"|data-passkey)/;

/** Browsers judge such fields before they send a form, unless the form says otherwise. */
const judged = /<(?:input|textarea)\b[^>]* (?:required|type="(?:email|url|date)")[ >]/;

test("every field for a password, a code or a passkey is secret, in each form that has it", () => {
  const onPages = gallery(galleryFrame(english)).flatMap(({ page }) =>
    [...String(page).matchAll(/<(?:input|textarea)\b[^>]*>/g)]
      .filter(([field]) => credential.test(field))
      .map(([field]) => attributeOf(field, "name")),
  );
  // What is searched for may be a credential, but no browser fills it in.
  const others = endpoints.filter(({ name }) => name !== "search");
  const secret = secretFieldsOf(others);
  assert.ok(secret.size > 5);
  assert.deepEqual([...secret].sort(), [...new Set(onPages)].sort());
  for (const { name, fields = [] } of others) {
    for (const field of fields) {
      assert.equal(field.secret ?? false, secret.has(field.name), `${name}: ${field.name}`);
    }
  }
});

for (const { name, page } of gallery(galleryFrame(english))) {
  // Its forms belong to no real page.
  if (name.startsWith("shell-")) continue;
  test(`${name}: each field says how it is filled in, and the service says what is wrong with it`, () => {
    for (const [form] of String(page).matchAll(/<form\b.*?<\/form>/gs)) {
      // A browser's own messages vanish, cover the hints, and have the browser's language.
      if (judged.test(form)) assert.match(form, /^<form[^>]* novalidate>/);
      const action = attributeOf(form, "action")
        .replace(/\?.*/, "")
        .replace(/\/[^/]+\/(?=settings)/, " ");
      for (const [field] of form.matchAll(/<(?:input|textarea)\b[^>]*>/g)) check(action, field);
    }
  });
}

function check(action: string, field: string): void {
  const [type, name] = [attributeOf(field, "type"), attributeOf(field, "name")];
  if (["hidden", "checkbox", "radio", "file"].includes(type)) return;
  if (type === "password") {
    assert.equal(attributeOf(field, "autocomplete"), passwords[name], name);
    return;
  }
  if (attributeOf(field, "inputmode") === "numeric" && expected[name] === undefined) {
    assert.equal(attributeOf(field, "autocomplete"), "off", name);
    return;
  }
  const filling = expected[`${action} ${name}`] ?? expected[name];
  assert.ok(filling !== undefined, `say how ${name} of ${action} is filled in`);
  const problems = ["autocomplete", "autocapitalize", "spellcheck"].map((one) =>
    attributeOf(field, one),
  );
  // If passkeys are available, browsers offer them in this field.
  const [autocomplete = "", ...others] = problems;
  const offered = [autocomplete.replace(/^username webauthn$/, "username"), ...others];
  assert.deepEqual(offered, filling, `${action} ${name}`);
}

function attributeOf(markup: string, attribute: string): string {
  return new RegExp(` ${attribute}="([^"]*)"`).exec(markup)?.[1] ?? "";
}
