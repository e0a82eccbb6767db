import {
  type ApiKeyLife,
  type ApiKeyRole,
  apiKeyLives,
  apiKeyRoles,
  isExpired,
  type ListedApiKey,
  type NewApiKey,
  previousWorks,
} from "../../../domain/api-key.ts";
import { type Overlap, overlaps } from "../../../domain/application.ts";
import { alert, banner, done, tag } from "../banner.ts";
import { choices, confirmPassword, csrfField, field, markedAlert, select } from "../form.ts";
import { type Html, html, type Printable } from "../html.ts";
import { newCard, newLink, nextPage, shortFacts } from "../list.ts";
import { withCode } from "../phrase.ts";
import { secretBox } from "../portal/secret-box.ts";
import { dotted, type Row, rowFold, rowList } from "../row.ts";
import { copied } from "../scripts.ts";
import { sectionIcon } from "../section-icon.ts";
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
  /** A key was not rotated, because it is another one by now. */
  readonly rotatedSince?: true;
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
  const main = html`${revoked != null && done(texts.revoked, "good", whatItDid(data, revoked))}
${data.rotatedSince && alert("rotated-since", viewer.frame.texts.admin.notDone, texts.rotation.since)}
${address !== "loopback" && banner("soon", texts.address[address].what, withCode(texts.address[address].advice))}
${newCard(texts.create, html`${problems(data)}${form(data)}`, data.input !== undefined || data.reauthentication !== undefined)}
<article>
<h2>${texts.existing}</h2>
<p>${texts.hint}</p>
${keys.length === 0 ? html`<p>${texts.none}</p>` : rowList(keys.map((one) => row(data, one)))}
${nextPage(viewer, nextHref)}
</article>`;
  return signedInPage(viewer, {
    area: "admin",
    here: "apiKeys",
    title: texts.title,
    head: { end: newLink(texts.create) },
    main,
  });
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
${expirySelect(viewer, input?.expires ?? "90")}
${confirmPassword(viewer, reauthentication)}
<div class="actions"><button type="submit" name="change" value="create">${texts.create}</button></div>
</form>`;
}

function expirySelect(viewer: Viewer, chosen: ApiKeyLife): Html {
  return select({
    name: "expires",
    label: viewer.frame.texts.admin.apiKeys.expires,
    chosen,
    options: apiKeyLives.map((value) => ({ value, label: lifeInWords(viewer, value) })),
  });
}

function lifeInWords({ frame }: Viewer, life: ApiKeyLife): string {
  const texts = frame.texts.admin.apiKeys;
  return life === "never" ? texts.never : texts.afterDays(Number(life));
}

function row({ viewer, now }: ApiKeysPage, key: ListedApiKey): Row {
  const { dates, admin, audit } = viewer.frame.texts;
  const texts = admin.apiKeys;
  const { columns } = texts;
  const { id, name, prefix, role, createdAt, createdBy, creatorScreenName } = key;
  const none = { applicationName: undefined, applicationDeleted: false };
  const created = { ...none, actor: createdBy, actorScreenName: creatorScreenName };
  const isOver = isExpired(key, now);
  return {
    picture: sectionIcon("apiKeys"),
    id: `key-${id}`,
    title: html`<bdi dir="ltr">${name}</bdi>`,
    level: 3,
    aside: isOver && tag("now", texts.expired),
    lines: [
      dotted(
        html`<code dir="ltr">${prefix}…</code>`,
        texts.roles[role].label,
        !isOver && html`${columns.expires}: ${expiry(viewer, key)}`,
      ),
      dotted(
        html`${columns.created}: ${day(dates, createdAt)}, ${actor(created, audit)}`,
        html`${columns.used}: ${lastUse(viewer, key)}`,
      ),
      previous(viewer, key, now),
    ],
    actions: html`${!previousWorks(key, now) && html`<a class="button secondary" href="/admin/api-keys?rotate=${id}" aria-describedby="key-${id}">${texts.rotate}</a>`}
${rowFold(`key-${id}`, texts.revoke, revocation(viewer, id))}`,
  };
}

/** It can't be undone, so the first press only shows what it does. */
function revocation(viewer: Viewer, id: ListedApiKey["id"]): Html {
  const { revokeHint, revokeNow } = viewer.frame.texts.admin.apiKeys;
  return html`<form method="post" action="/admin/api-keys">
${csrfField(viewer.csrf)}
<input type="hidden" name="key" value="${id}">
<p>${revokeHint}</p>
<div class="actions"><button type="submit" class="danger" name="change" value="revoke" aria-describedby="key-${id}">${revokeNow}</button></div>
</form>`;
}

function lastUse({ frame }: Viewer, key: ListedApiKey): Printable {
  const { dates, admin } = frame.texts;
  const { lastUsedAt: at, lastUsedFrom: from } = key;
  if (at === undefined) return admin.apiKeys.unused;
  return html`${moment(dates, at)}${from !== undefined && html`, <bdi dir="ltr">${from}</bdi>`}`;
}

function expiry({ frame }: Viewer, { expiresAt }: Pick<ListedApiKey, "expiresAt">): Printable {
  const { dates, admin } = frame.texts;
  return expiresAt === undefined ? admin.apiKeys.never : day(dates, expiresAt);
}

function previous(
  { frame }: Viewer,
  key: Pick<ListedApiKey, "previousUntil">,
  now: number,
): Html | undefined {
  const { previousUntil: until } = key;
  if (until === undefined || !previousWorks(key, now)) return undefined;
  const { dates, admin } = frame.texts;
  return html`${admin.apiKeys.rotation.previousUntil} ${moment(dates, until)}`;
}

export type ApiKeyRotationPage = {
  readonly viewer: Viewer;
  readonly key: ListedApiKey;
  readonly overlap?: Overlap | "none";
  readonly expires?: ApiKeyLife;
  readonly reauthentication?: Reauthentication;
};

export function rotateApiKeyPage(page: ApiKeyRotationPage): Html {
  const { viewer, key, overlap, reauthentication } = page;
  const { expires = key.expiresAt === undefined ? "never" : "90" } = page;
  const { admin, portal } = viewer.frame.texts;
  const { columns, rotation: texts } = admin.apiKeys;
  const main = html`<article>
${overlap === "none" && markedAlert(viewer.frame, "problem", admin.notDone)}
${reauthenticationAlert(viewer, "reauthentication", reauthentication)}
<p>${texts.what}</p>
${shortFacts([[columns.name, html`<bdi dir="ltr">${key.name}</bdi> <code dir="ltr">${key.prefix}…</code>`]])}
<form method="post" action="/admin/api-keys" novalidate>
${csrfField(viewer.csrf)}
<input type="hidden" name="key" value="${key.id}">
<input type="hidden" name="replaces" value="${key.prefix}">
${choices({
  name: "overlap",
  label: texts.overlap,
  chosen: overlap === "none" ? undefined : overlap,
  options: (Object.keys(overlaps) as Overlap[]).map((value) => ({
    value,
    ...portal.keys.regenerateSecret.overlaps[value],
  })),
  problem: overlap === "none" && texts.chooseOverlap,
})}
${expirySelect(viewer, expires)}
${confirmPassword(viewer, reauthentication)}
<div class="actions"><button type="submit" name="change" value="rotate">${texts.submit}</button></div>
</form>
</article>`;
  const title = texts.title;
  return signedInPage(viewer, { area: "admin", here: "apiKeys", title, main, crumbs: [] });
}

/** The key itself would stay in the shell's history. */
function callOf(internal: string): string {
  return `curl -H "Authorization: Bearer $COUNTERSIGN_API_KEY" ${internal}/admin/v1/applications`;
}

/** A new key, which may have replaced another one under its name. */
type ShownApiKey = Pick<NewApiKey, "name" | "role" | "expiresAt"> &
  Partial<Pick<ListedApiKey, "rotatedAt" | "previousUntil">>;

/** `internal` is the address at which keys work, if they do. */
export function apiKeyPage(
  viewer: Viewer,
  key: ShownApiKey,
  { secret, internal }: { readonly secret: string; readonly internal: string | undefined },
): Html {
  const { admin, dates, portal } = viewer.frame.texts;
  const texts = admin.apiKeys;
  const { name, role, expires } = texts.columns;
  const { previousUntil: until } = key;
  const { done: rotated, previousEnded, previousUntil } = texts.rotation;
  const title = key.rotatedAt === undefined ? texts.created : rotated;
  const previousKey =
    until === undefined ? previousEnded : html`${previousUntil} ${moment(dates, until)}`;
  const main = html`<article>
${secretBox(viewer.frame.texts, portal.keys.shownOnce, [{ label: texts.key, value: secret, copies: "apiKey" }])}
${shortFacts([
  [name, html`<bdi dir="ltr">${key.name}</bdi>`],
  [role, texts.roles[key.role].label],
  [expires, expiry(viewer, key)],
])}
${key.rotatedAt !== undefined && html`<p>${previousKey}</p>`}
<p>${texts.use}</p>
${internal && html`<pre><code${copied(viewer.frame.texts.shell.script.copies.command)} dir="ltr">${callOf(internal)}</code></pre>`}
<p><a class="action" href="/admin/api-keys">${texts.back}</a></p>
</article>`;
  return signedInPage(viewer, {
    area: "admin",
    here: "apiKeys",
    title,
    main,
    crumbs: [],
    once: true,
  });
}
