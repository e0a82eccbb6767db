import {
  type ApiKeyLife,
  type ApiKeyRole,
  apiKeyLives,
  apiKeyRoles,
  isExpired,
  type ListedApiKey,
  type NewApiKey,
} from "../../../domain/api-key.ts";
import { banner, done, tag } from "../banner.ts";
import { choices, confirmPassword, csrfField, field, markedAlert, select } from "../form.ts";
import { type Html, html, type Printable } from "../html.ts";
import { nextPage, shortFacts, table } from "../list.ts";
import { withCode } from "../phrase.ts";
import { secretBox } from "../portal/secret-box.ts";
import { signedInPage } from "../signed-in-page.ts";
import { day, moment } from "../time.ts";
import type { Reauthentication, Viewer } from "../viewer.ts";
import { actor } from "./event-table.ts";
import { reauthenticationAlert } from "./suspension.ts";

export type ApiKeysPage = {
  readonly viewer: Viewer;
  readonly keys: readonly ListedApiKey[];
  readonly nextHref: string | undefined;
  /** From where the admin API can be called. */
  readonly address: "loopback" | "network" | "off";
  readonly now: number;
  /** Its name; empty if it was revoked before. */
  readonly revoked?: string | null;
  readonly input?: TypedApiKey;
  readonly reauthentication?: Reauthentication;
};

export type TypedApiKey = {
  readonly name: string;
  readonly role: ApiKeyRole | undefined;
  readonly expires: ApiKeyLife;
  readonly problem?: "name" | "taken" | "role" | undefined;
};

export function apiKeysPage(data: ApiKeysPage): Html {
  const { viewer, keys, nextHref, address, revoked } = data;
  const texts = viewer.frame.texts.admin.apiKeys;
  const { name, role, created, expires, used } = texts.columns;
  const main = html`<article>
<h1>${texts.title}</h1>
${revoked != null && done(texts.revoked, "good", whatItDid(data, revoked))}
${problems(data)}
<p>${texts.hint}</p>
${address !== "loopback" && banner("soon", texts.address[address].what, withCode(texts.address[address].advice))}
${form(data)}
</article>
<article>
<h2>${texts.existing}</h2>
${
  keys.length === 0
    ? html`<p>${texts.none}</p>`
    : table(
        texts.existing,
        [name, role, created, expires, used, ""],
        keys.map((one) => row(data, one)),
      )
}
${nextPage(viewer, nextHref)}
</article>`;
  return signedInPage(viewer, { area: "admin", here: "apiKeys", title: texts.title, main });
}

function whatItDid({ viewer }: ApiKeysPage, name: string): Html | undefined {
  if (name === "") return undefined;
  const actor = encodeURIComponent(`api-key:${name}`);
  return html`<a class="button secondary" href="/admin/audit?actor=${actor}">${viewer.frame.texts.admin.apiKeys.whatItDid}</a>`;
}

function problems({ viewer, input, reauthentication }: ApiKeysPage): Html {
  const { apiKeys: texts, notDone } = viewer.frame.texts.admin;
  const problem = input?.problem && texts.problems[input.problem];
  return html`${problem && markedAlert(viewer.frame, "problem", notDone)}
${reauthenticationAlert(viewer, "reauthentication", reauthentication)}`;
}

function form({ viewer, input, reauthentication }: ApiKeysPage): Html {
  const { apiKeys: texts } = viewer.frame.texts.admin;
  const problem = input?.problem && texts.problems[input.problem];
  const aboutRole = input?.problem === "role";
  return html`<form method="post" action="/admin/api-keys" novalidate>
${csrfField(viewer.csrf)}
${field({ name: "name", label: texts.name, type: "text", autocomplete: "off", value: input?.name ?? "", hint: texts.nameHint, problem: !aboutRole && problem })}
${choices({
  name: "role",
  label: texts.role,
  chosen: input?.role,
  options: apiKeyRoles.map((value) => ({ value, ...texts.roles[value] })),
  problem: aboutRole && problem,
})}
${select({
  name: "expires",
  label: texts.expires,
  chosen: input?.expires ?? "90",
  options: apiKeyLives.map((value) => ({ value, label: lifeInWords(viewer, value) })),
})}
${confirmPassword(viewer, reauthentication)}
<div class="actions"><button type="submit" name="change" value="create">${texts.create}</button></div>
</form>`;
}

function lifeInWords({ frame }: Viewer, life: ApiKeyLife): string {
  const texts = frame.texts.admin.apiKeys;
  return life === "never" ? texts.never : texts.afterDays(Number(life));
}

function row({ viewer, now }: ApiKeysPage, key: ListedApiKey): readonly Printable[] {
  const { dates, admin, audit } = viewer.frame.texts;
  const texts = admin.apiKeys;
  const { id, name, prefix, role, createdAt, createdBy, creatorScreenName, lastUsedAt } = key;
  const none = { applicationName: undefined, applicationDeleted: false };
  const created = { ...none, actor: createdBy, actorScreenName: creatorScreenName };
  return [
    html`<bdi dir="ltr" id="key-${id}">${name}</bdi><br><code dir="ltr">${prefix}…</code>`,
    texts.roles[role].label,
    html`${day(dates, createdAt)}<br>${actor(created, audit)}`,
    isExpired(key, now) ? tag("now", texts.expired) : expiry(viewer, key),
    lastUsedAt === undefined ? texts.unused : moment(dates, lastUsedAt),
    html`<form method="post" action="/admin/api-keys" class="row">
${csrfField(viewer.csrf)}
<input type="hidden" name="key" value="${id}">
<button type="submit" class="secondary" name="change" value="revoke" aria-describedby="key-${id}">${texts.revoke}</button>
</form>`,
  ];
}

function expiry({ frame }: Viewer, { expiresAt }: Pick<ListedApiKey, "expiresAt">): Printable {
  const { dates, admin } = frame.texts;
  return expiresAt === undefined ? admin.apiKeys.never : day(dates, expiresAt);
}

export function apiKeyPage(viewer: Viewer, key: NewApiKey, secret: string): Html {
  const { admin, portal } = viewer.frame.texts;
  const texts = admin.apiKeys;
  const { name, role, expires } = texts.columns;
  const main = html`<article>
<h1>${texts.created}</h1>
${secretBox(portal.keys.shownOnce, [[texts.key, secret]])}
${shortFacts([
  [name, html`<bdi dir="ltr">${key.name}</bdi>`],
  [role, texts.roles[key.role].label],
  [expires, expiry(viewer, key)],
])}
<p>${texts.use}</p>
<p><a class="action" href="/admin/api-keys">${texts.back}</a></p>
</article>`;
  return signedInPage(viewer, {
    area: "admin",
    here: "apiKeys",
    title: texts.created,
    main,
    crumbs: [],
    once: true,
  });
}
