/**
 * Browsers leave it to the service to explain what is wrong with a form: a required field that is empty has a message
 * beside it, in the language of the page, and nothing happens.
 */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { after, test } from "node:test";
import type { UserId } from "../../src/domain/credentials.ts";
import { gallery } from "../../src/pages/gallery/gallery.ts";
import { galleryFrame } from "../../src/pages/gallery/gallery-state.ts";
import * as english from "../../src/pages/languages/english.ts";
import { inviteCollaborator } from "../support/collaborators.ts";
import { entryOf, leaveAuthenticated, linkTo, providersIn } from "../support/identities.ts";
import { rowsOf } from "../support/ledger-rows.ts";
import { addPasskey, localhost } from "../support/passkeys.ts";
import { makeAccessToken, makeAdmin, makeApplication, makeUser } from "../support/service.ts";
import { startMailServer } from "../support/smtp.ts";
import { testPassword } from "../support/test-password.ts";
import { setUpTwoStep } from "../support/two-step.ts";
import { decoded, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

const known = { issuer: "https://login.example", subject: "somebody" };
const other = { ...known, subject: "another" };
const providersFile = providersIn([entryOf(known)]);
after(() => rmSync(dirname(providersFile), { recursive: true }));

interface Form {
  readonly action: string;
  readonly change: string;
  /** What it would send as it is shown. */
  readonly fields: Readonly<Record<string, string>>;
  readonly required: readonly string[];
}

/** What is typed into fields that are shown empty, while another field is left empty. */
const fields = {
  screen_name: "dave",
  new_password: "a long one 4711",
  current_password: testPassword,
};

/** Why a field of the gallery is not tried here. */
const untried: Readonly<Record<string, string>> = {
  "/admin/api-keys rotate overlap": "one of the choices is always chosen",
  "/admin/settings save sign_up": "one of the choices is always chosen",
  "/admin/settings save second_factor": "one of the choices is always chosen",
  "/portal/applications/:id/icon set icon": "the form is sent in parts; see icons.test.ts",
  "/portal/applications/:id request-approval answer_1":
    "tried with what waits for approval in approval.test.ts",
  "/portal/applications/:id request-approval expected_users":
    "tried with what waits for approval in approval.test.ts",
  "/portal/applications/:id request-approval purpose":
    "tried with what waits for approval in approval.test.ts",
  "/portal/create  answer_1": "tried with what waits for approval in approval.test.ts",
  "/portal/create  answer_2": "tried with what waits for approval in approval.test.ts",
  "/portal/create  expected_users": "tried with what waits for approval in approval.test.ts",
  "/portal/create  purpose": "tried with what waits for approval in approval.test.ts",
};

test("422 — every required field that is empty has a message beside it, and nothing happens", async () => {
  await using mails = await startMailServer();
  await using world = await startWorld({
    ...localhost,
    SIGN_UP: "open",
    IDENTITY_PROVIDERS: providersFile,
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: "id@example.com",
  });
  const tried = new Set<string>();
  for (const [visitor, path] of await pages(world)) {
    const { status, html } = await visitor.get(path);
    assert.equal(status, 200, path);
    for (const form of formsIn(html, path)) {
      for (const name of form.required) {
        const what = `${route(form.action)} ${form.change} ${name}`;
        if (what in untried || isReauthentication(form, name)) continue;
        const before = await rowsOf(world.service);
        const response = await visitor.post(form.action, { ...form.fields, ...fields, [name]: "" });
        assert.equal(response.status, 422, what);
        assert.match(response.html, /<title>Error: /, what);
        const asked = formsIn(response.html, path).find((one) => one.change === form.change);
        assert.ok(asked, `${what}: the form is shown again`);
        assert.ok(hasMessageAt(response.html, name), `${what}: a message is beside the field`);
        assertSameRows(await rowsOf(world.service), before, what);
        tried.add(what);
      }
    }
  }
  const shown = gallery(galleryFrame(english))
    .filter(({ name }) => !name.startsWith("shell-"))
    .flatMap(({ page }) => formsIn(String(page), ""))
    .filter(({ action }) => action !== "")
    .flatMap((form) =>
      form.required
        .filter((name) => !isReauthentication(form, name))
        .map((name) => `${route(form.action)} ${form.change} ${name}`),
    );
  const missing = [...new Set(shown)].filter((one) => !tried.has(one));
  assert.deepEqual(missing.toSorted(), Object.keys(untried).toSorted());
});

/** Without a mail server, the service itself removes the notices of the time before. */
function assertSameRows(
  { account_notice: left = [], ...after }: Rows,
  { account_notice: waiting = [], ...before }: Rows,
  what: string,
): void {
  assert.deepEqual(after, before, what);
  const known = waiting.map((one) => JSON.stringify(one));
  assert.ok(
    left.every((one) => known.includes(JSON.stringify(one))),
    what,
  );
}

type Rows = Awaited<ReturnType<typeof rowsOf>>;

/** A session that is not recent asks for these, which test/threats/recent-sign-in.test.ts tries. */
function isReauthentication({ action }: Form, name: string): boolean {
  const isAlwaysAsked = action === "/account/password" || action === "/account/delete";
  return name === "current_code" || (name === "current_password" && !isAlwaysAsked);
}

async function pages(world: World): Promise<readonly (readonly [Visitor, string])[]> {
  const { baseUrl, ledger, alice, application, clock } = world;
  const carol = await makeAdmin(ledger, "carol");
  const bob = await makeUser(ledger, "bob");
  const dave = await makeUser(ledger, "dave");
  const erin = await makeUser(ledger, "erin");
  await setUpTwoStep(await signedIn(baseUrl, erin), clock.now);
  await makeAccessToken(ledger, application, bob);
  await inviteCollaborator(world, dave.id as UserId);
  await linkTo(world, bob, known);
  const withCode = await signedIn(baseUrl, bob);
  await setUpTwoStep(withCode, clock.now);
  await addPasskey(withCode, baseUrl);
  const [owner, admin] = [await signedIn(baseUrl, alice), await signedIn(baseUrl, carol)];
  const limit = { name: "exports", per: "user", windows: "5/1m" };
  await admin.send("/admin/api-limits", { change: "create", ...limit });
  const secondStep = new Visitor(baseUrl);
  await secondStep.submit(await secondStep.get("/sign-in"), {
    username: "bob",
    password: bob.password,
  });
  const firstSignIn = new Visitor(baseUrl);
  await firstSignIn.get("/sign-in");
  leaveAuthenticated(world, firstSignIn, other, clock.now);
  const link = await admin.send(`/admin/users/${dave.id}`, {
    change: "create-reset-link",
    ...(await admin.creation(`/admin/users/${dave.id}`)),
  });
  const reset = /\/reset\/password\?token=[\w-]+/.exec(decoded(link.html))?.[0] ?? "";
  const desktop = await makeApplication(ledger, alice, { callbacks: [] });
  const walk = await owner.send(`/portal/applications/${desktop.id}/try`, {});
  const pin = new URL(walk.location ?? "", baseUrl);
  await owner.decide(`/oauth/authorize${pin.search}`, alice, "allow");
  const ofApplication = [
    "settings",
    "collaborators",
    "consumer-secret",
    "delete",
    "transfer",
    "check",
  ];
  return [
    [new Visitor(baseUrl), "/sign-in"],
    [secondStep, "/sign-in/code"],
    [firstSignIn, "/sign-in/first"],
    [new Visitor(baseUrl), "/sign-up"],
    [new Visitor(baseUrl), "/reset"],
    [new Visitor(baseUrl), reset],
    ...["profile", "password", "two-step/set-up"].map(
      (page) => [owner, `/account/${page}`] as const,
    ),
    [withCode, "/account/two-step"],
    [await signedIn(baseUrl, dave), "/account/delete"],
    ...[
      "api-keys",
      "invitations",
      "plans",
      "bulk-actions?kind=suspend-applications",
      "api-limits",
      "api-limits?limit=exports",
      "sunsets",
      "settings",
      "unused-access?days=365",
      `users/${bob.id}`,
      `users/${dave.id}`,
      `users/${erin.id}`,
    ].map((page) => [admin, `/admin/${page}`] as const),
    [admin, `/admin/applications/${application.id}`],
    [owner, "/portal/create"],
    ...ofApplication.map(
      (page) => [owner, `/portal/applications/${application.id}/${page}`] as const,
    ),
    [owner, pin.pathname + pin.search],
  ];
}

/** Each kind of form once, such as the first of those that rename a passkey. */
function formsIn(html: string, here: string): readonly Form[] {
  const forms = new Map<string, Form>();
  const main = html.slice(html.indexOf("<main"));
  for (const [form] of main.matchAll(/<form\b[^>]* method="post".*?<\/form>/gs)) {
    const action = decoded(/^<form[^>]* action="([^"]*)"/.exec(form)?.[1] ?? here);
    const fields: Record<string, string> = {};
    const required = new Set<string>();
    for (const [whole, tag = "", kind] of form.matchAll(
      /(<(input|textarea|button|select)\b[^>]*>)(?:(?<=<select\b[^>]*>).*?<\/select>)?/gs,
    )) {
      const name = attributeOf(tag, "name");
      if (name === "") continue;
      if (/ required[ >]/.test(tag)) required.add(name);
      const [type, isFirst] = [attributeOf(tag, "type"), !(name in fields)];
      const isChecked = / checked[ >]/.test(tag);
      if (type === "checkbox" && !isChecked) continue;
      if ((type === "radio" || kind === "button") && !isFirst && !isChecked) continue;
      const chosen = /<option[^>]* selected>/.exec(whole)?.[0] ?? /<option[^>]*>/.exec(whole)?.[0];
      fields[name] = attributeOf(chosen ?? tag, "value");
    }
    const change = fields["change"] ?? "";
    const key = [action, change, ...required].join(" ");
    forms.set(key, { action, change, fields, required: [...required] });
  }
  return [...forms.values()];
}

/** The field, or the group of choices, is marked, and what describes it has text. */
function hasMessageAt(html: string, name: string): boolean {
  const marked = [...html.matchAll(/<(input|textarea|fieldset)\b[^>]* aria-invalid="true"[^>]*>/g)];
  return marked.some(([tag, kind]) => {
    const described = attributeOf(tag, "aria-describedby").split(" ").at(-1) ?? "";
    const isIt =
      kind === "fieldset" ? described === `${name}-hint` : attributeOf(tag, "name") === name;
    return isIt && new RegExp(` id="${described}"[^>]*>\\s*[^<\\s]`).test(html);
  });
}

function route(action: string): string {
  return (
    action
      .replace(/\?.*/, "")
      // Every sign-in form is sent there; the gallery's has the page that asked.
      .replace(/^\/oauth\/authorize$/, "/sign-in")
      .replace(/^(\/(?:admin\/(?:users|applications)|portal\/applications))\/[^/]+/, "$1/:id")
  );
}

function attributeOf(tag: string, attribute: string): string {
  return decoded(new RegExp(`\\b${attribute}="([^"]*)"`).exec(tag)?.[1] ?? "");
}
