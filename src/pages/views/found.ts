import type { CredentialUses } from "../../domain/credential-use.ts";
import { dayMs } from "../../domain/day.ts";
import type {
  CredentialApplication,
  FoundCredential,
  FoundRequest,
  SearchResult,
} from "../../domain/search.ts";
import { tag } from "./banner.ts";
import { type Html, html, type Printable } from "./html.ts";
import { breakable, name, phrase } from "./phrase.ts";
import { applicationPicture, picture } from "./picture.ts";
import { previousState } from "./portal/applications/id/keys.ts";
import { dotted } from "./row.ts";
import { day, dayInUtc, moment } from "./time.ts";
import type { Viewer } from "./viewer.ts";

export type Found = {
  /** The text has the shape of a credential. */
  readonly isCredential: boolean;
  readonly credentials: readonly CredentialCard[];
  readonly applications: readonly FoundApplication[];
  readonly users: readonly FoundUser[];
  readonly requests: readonly (FoundRequest & { readonly href: string })[];
  readonly actions: readonly FoundPage[];
  readonly pages: readonly FoundPage[];
};

export type FoundApplication = Pick<
  SearchResult["applications"][number],
  "id" | "name" | "icon" | "consumerKey" | "ownerScreenName" | "suspendedBecause"
> & { readonly href: string };

export type FoundUser = Pick<
  SearchResult["users"][number],
  "id" | "screenName" | "name" | "email" | "suspendedBecause"
>;

export type FoundPage = { readonly href: string; readonly text: Printable };

/** Whose a credential is, and the pages with what can be done about it. */
export type CredentialCard = Omit<FoundCredential, "application"> & {
  readonly application?: CredentialApplication & { readonly icon: string | undefined };
  /** Of the application; undefined if the credential doesn't sign its requests, or there were none. */
  readonly requestsOfLastHour: number | undefined;
  /** Of a consumer key and its secrets, during an overlap. */
  readonly overlap?: { readonly until: number; readonly uses: CredentialUses } | undefined;
  readonly suspend: { readonly href: string; readonly name: string } | undefined;
  readonly endHref: string | undefined;
  readonly useHref: string | undefined;
};

/** What the page and the dialog of the search show: links, in groups. */
export function foundParts(viewer: Viewer, found: Found): Html {
  const { search: texts } = viewer.frame.texts;
  const groups = [
    [texts.groups.applications, found.applications.map((one) => application(viewer, one))],
    [texts.groups.requests, found.requests.map((one) => request(viewer, one))],
    [texts.groups.users, found.users.map((one) => user(viewer, one))],
    [texts.groups.actions, found.actions.map(page)],
    [texts.groups.pages, found.pages.map(page)],
  ] as const;
  const shown = groups.filter(([, links]) => links.length > 0);
  const { credentials, isCredential } = found;
  const isNothing = shown.length === 0 && credentials.length === 0;
  return html`${credentials.map((one) => credential(viewer, one))}${
    isNothing && html`<p><strong>${texts.none}</strong> ${texts.noneAdvice}</p>`
  }${
    isCredential &&
    html`<p class="quiet pasted">${texts.credential.forgotten} ${credentials.length > 0 && texts.credential.recorded}</p>`
  }${shown.map(
    ([title, links]) =>
      html`<section><h2>${title}</h2><ul>${links.map((one) => html`<li>${one}</li>`)}</ul></section>`,
  )}`;
}

function credential({ frame }: Viewer, card: CredentialCard): Html {
  const { texts } = frame;
  const { credential: words, actions } = texts.search;
  const { application: owned, user: about, apiKey, createdAt, lastUsedDay, suspend } = card;
  const { requestsOfLastHour: requests, overlap } = card;
  const whose = owned?.name ?? apiKey?.name ?? (about && `@${about.screenName}`);
  const isPublic = card.kind === "consumer-key";
  const state = tag(
    card.isActive ? (isPublic ? "good" : "now") : "information",
    words.states[card.inactiveBecause ?? "active"],
  );
  const facts = dotted(
    owned && phrase(words.owner(`@${owned.ownerScreenName}`)),
    about && phrase(words.user(`@${about.screenName}`)),
    createdAt !== undefined && html`${words.created} ${day(texts.dates, createdAt)}`,
    lastUsedDay !== undefined &&
      html`${words.lastUsed} ${dayInUtc(texts.dates, lastUsedDay * dayMs)}`,
    requests !== undefined && html`<strong class="worse">${words.inUse(requests)}</strong>`,
  );
  const acts = [
    suspend &&
      html`<a href="${suspend.href}" class="button urgent">${phrase(actions.suspend(suspend.name))}</a>`,
    card.endHref && html`<a href="${card.endHref}" class="button secondary">${words.end}</a>`,
    card.useHref && html`<a href="${card.useHref}" class="button secondary">${words.use}</a>`,
  ].filter((one) => one !== undefined);
  return html`<section class="credential"><h2>${labelOf(frame, card)}${whose !== undefined && html` ${phrase(words.of(whose))}`}</h2>
${owned ? applicationPicture(owned) : picture(about?.id ?? apiKey?.id ?? "")}${state}
<div class="quiet">${facts}${
    overlap &&
    html`<div><strong>${texts.portal.keys.previous.secret}</strong></div>${previousState(frame, overlap.uses, overlap.until)}`
  }</div>
${acts.length > 0 && html`<p class="acts">${acts}</p>`}</section>`;
}

function labelOf(
  { texts }: Viewer["frame"],
  { kind, purpose, isPrevious }: CredentialCard,
): string {
  const { kinds, links } = texts.search.credential;
  const { previous } = texts.portal.keys;
  if (isPrevious && kind === "api-key") return previous.apiKey;
  if (isPrevious) return kind === "bearer-token" ? previous.bearer : previous.secret;
  return purpose === undefined ? kinds[kind] : links[purpose];
}

function request(
  { frame }: Viewer,
  { href, id, at, operation, application: of }: Found["requests"][number],
): Html {
  const facts = dotted(
    html`<code>${id}</code>`,
    operation && html`<code>${breakable(operation)}</code>`,
    moment(frame.texts.dates, at),
  );
  return html`<a href="${href}"><span><b>${name(of.name)}</b><small>${facts}</small></span></a>`;
}

function application({ frame }: Viewer, one: FoundApplication): Html {
  const { states } = frame.texts.admin;
  const state =
    one.suspendedBecause !== undefined ? tag("now", states.suspended) : tag("good", states.active);
  return html`<a href="${one.href}">${applicationPicture(one)}<span><b>${name(one.name)}</b> ${state}<small>${dotted(html`<code>${one.consumerKey}</code>`, name(`@${one.ownerScreenName}`))}</small></span></a>`;
}

function user({ frame }: Viewer, one: FoundUser): Html {
  const state =
    one.suspendedBecause !== undefined && tag("now", frame.texts.admin.states.suspended);
  const facts = [one.name, one.email].filter((fact) => fact !== "").map(name);
  return html`<a href="/admin/users/${one.id}" class="user">${picture(one.id)}<span><b>${name(`@${one.screenName}`)}</b> ${state}${facts.length > 0 && html`<small>${dotted(...facts)}</small>`}</span></a>`;
}

function page({ href, text }: FoundPage): Html {
  return html`<a href="${href}"><span>${text}</span></a>`;
}
