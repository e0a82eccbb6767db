import type { Application } from "../../../domain/application.ts";
import { isUnapproved } from "../../../domain/approval.ts";
import { waitingSchemes } from "../../../domain/callback-schemes.ts";
import { type ApplicationRole, roleCovers } from "../../../domain/collaborator.ts";
import type { ApprovalStatus } from "../../../domain/fields/approval.ts";
import type { Texts } from "../../languages/texts.ts";
import { banner, done, tag } from "../banner.ts";
import { type Html, html } from "../html.ts";
import { mixesAlphabets } from "../lookalike.ts";
import { name, plainPhrase } from "../phrase.ts";
import { applicationPicture } from "../picture.ts";
import { dotted } from "../row.ts";
import { type PageHead, signedInPage } from "../signed-in-page.ts";
import { moment } from "../time.ts";
import type { Viewer } from "../viewer.ts";

export const applicationNotes = [
  "saved",
  "created-before",
  "invited",
  "role-changed",
  "removed",
  "joined",
  "owned",
  "offered",
  "withdrawn",
  "approval-asked",
  "taken-back",
  "waits",
] as const;
export type ApplicationNote = (typeof applicationNotes)[number];

export const applicationTabs = [
  "overview",
  "keys",
  "usage",
  "requests",
  "users",
  "collaborators",
  "settings",
] as const;
/**
 * The programs are an action beside the name, and debugging a signature is one of the requests; what ends or moves the
 * application is at the end of its settings.
 */
export const applicationPlaces = [...applicationTabs, "programs", "check", "delete"] as const;
export type ApplicationTab = (typeof applicationPlaces)[number];

/** Each is a `<section>` whose `<h2>` is its title, and a card of its own. */
export type Section = Html | readonly Html[];

export type ApplicationPage = {
  readonly viewer: Viewer;
  readonly application: Application;
  readonly role: ApplicationRole;
  readonly tab: ApplicationTab;
  readonly note?: ApplicationNote | undefined;
  readonly section: Section;
  /** It stands beside the first card where there is room. */
  readonly beside?: Html;
  /** See `page`. */
  readonly keepsSent?: boolean;
};

/** Only tabs that the user may open are shown. */
export function applicationPage(page: ApplicationPage): Html {
  const { viewer, application, tab, note, section, beside, keepsSent } = page;
  const cards = [section].flat().map(
    (one) => html`<article>
${one}
</article>`,
  );
  const texts = viewer.frame.texts.portal.application;
  const title = plainPhrase(texts.title(application.name));
  return signedInPage(viewer, {
    area: "portal",
    here: "applications",
    title: tab === "overview" ? title : `${texts.tabs[tab]} · ${title}`,
    crumbs: [],
    head: headOf(page),
    main: html`${header(page)}
${note && noteOf(page, note)}
${withBeside(cards, beside)}`,
    keepsSent,
  });
}

function withBeside(cards: readonly Html[], beside: Html | undefined): Html {
  const [first, ...others] = cards;
  return beside === undefined
    ? html`${cards}`
    : html`<div class="drafted">${first}
${beside}
${others}</div>`;
}

function noteOf({ viewer, application }: ApplicationPage, note: ApplicationNote): Html {
  const { notes, tabs } = viewer.frame.texts.portal.application;
  if (note === "created-before") return done(notes[note], "information");
  if (note !== "owned") return done(notes[note]);
  const keys = html`<a class="action" href="${tabHref(application.id, "keys")}">${tabs.keys}</a>`;
  return done(notes[note], "soon", keys);
}

export type ApplicationPart = {
  readonly tab: ApplicationTab;
  readonly title: string;
  readonly main: Html;
  /** See `ApplicationPage`. */
  readonly beside?: Html;
  /** Other cards follow the one with the title. */
  readonly more?: readonly (Html | false | undefined)[];
  /** See `page`. */
  readonly keepsSent?: boolean;
  /** See `page`. */
  readonly once?: boolean;
};

/**
 * A page below a tab, such as one of its forms after it was rejected. Owners and editors open these pages, and see the
 * same tabs.
 */
export function applicationPart(
  viewer: Viewer,
  application: Application,
  { tab, title, main, beside, more, ...part }: ApplicationPart,
): Html {
  const texts = viewer.frame.texts.portal.application;
  const page = { viewer, application, tab, role: "editor" } as const;
  const card = html`<article>
<h2>${title}</h2>
${main}
</article>`;
  return signedInPage(viewer, {
    ...part,
    area: "portal",
    here: "applications",
    title: `${title} · ${plainPhrase(texts.title(application.name))}`,
    crumbs: [
      [tabHref(application.id, "overview"), name(application.name)],
      [tabHref(application.id, tab), texts.tabs[tab]],
    ],
    head: headOf({ ...page, once: part.once }),
    main: html`${header(page)}
${withBeside([card], beside)}
${more}`,
  });
}

/** The overview is at the application's own URL. */
export function tabHref(applicationId: string, tab: ApplicationTab): string {
  const application = `/portal/applications/${applicationId}`;
  return tab === "overview" ? application : `${application}/${tab}`;
}

/** It leaves a page that asks to confirm an act, without acting. */
export function cancelLink(
  { frame }: Viewer,
  application: Pick<Application, "id">,
  tab: ApplicationTab,
): Html {
  const { cancel } = frame.texts.portal.settings.confirm;
  return html`<a class="button secondary" href="${tabHref(application.id, tab)}">${cancel}</a>`;
}

type Place = Pick<ApplicationPage, "viewer" | "application" | "role" | "tab">;

/** The card of what is shown once has the link to "Try it" itself. */
function headOf(page: Place & { readonly once?: boolean | undefined }): PageHead {
  const { viewer, application, role, tab, once = false } = page;
  const { portal, shell } = viewer.frame.texts;
  const { id, consumerKey, description, suspendedBecause } = application;
  const isUsable = suspendedBecause === undefined && roleCovers(role, tabRoles.programs);
  const toPrograms = html`<a class="button secondary" href="${tabHref(id, "programs")}">${portal.application.tabs.programs}</a>`;
  return {
    picture: applicationPicture(application),
    heading: name(application.name),
    aside: stateBadge(portal.applications, application),
    line: dotted(
      description === "" ? html`<code>${consumerKey}</code>` : name(description),
      viewer.isAdmin && html`<a href="/admin/applications/${id}">${shell.areas.admin}</a>`,
    ),
    end: isUsable && tab !== "programs" && !once && toPrograms,
  };
}

function header({ viewer, application, role, tab }: Place): Html {
  const texts = viewer.frame.texts.portal.application;
  const { id, suspendedBecause, ownerNotice } = application;
  const current = tab === "delete" ? "settings" : tab === "check" ? "requests" : tab;
  const waiting = waitingSchemes(application.callbacks, application.confirmedSchemes);
  return html`<nav class="tabs" aria-label="${texts.tabsLabel}"><ul>${applicationTabs
    .filter((one) => roleCovers(role, tabRoles[one]))
    .map(
      (one) =>
        html`<li><a href="${tabHref(id, one)}"${one === current && html` aria-current="page"`}>${texts.tabs[one]}</a></li>`,
    )}</ul></nav>
${suspendedBecause !== undefined && banner("now", texts.suspended.what, html`${texts.suspended.advice} ${name(suspendedBecause)}`)}
${ownerNotice !== undefined && roleCovers(role, "editor") && banner("soon", texts.administratorsNotice, html`${name(ownerNotice.text)} <small>${moment(viewer.frame.texts.dates, ownerNotice.at)}</small>`)}
${mixesAlphabets(application.name) && banner("soon", texts.mixedAlphabets.what, texts.mixedAlphabets.advice)}
${waiting.length > 0 && banner("information", waitingFor(viewer, waiting), texts.waiting.advice)}`;
}

/** The language says what stands between the schemes, and each keeps its own direction. */
function waitingFor({ frame: { texts } }: Viewer, schemes: readonly string[]): Html {
  const parts = new Intl.ListFormat(texts.language.tag).formatToParts(schemes);
  const list = parts.map(({ type, value }) => (type === "element" ? name(`${value}://`) : value));
  const said = texts.portal.application.waiting.what("");
  return html`${said.map((part) => (typeof part === "string" ? part : list))}`;
}

const tabRoles: Readonly<Record<ApplicationTab, ApplicationRole>> = {
  overview: "viewer",
  keys: "editor",
  settings: "editor",
  usage: "viewer",
  users: "viewer",
  collaborators: "viewer",
  programs: "editor",
  check: "editor",
  requests: "editor",
  delete: "owner",
};

export function stateBadge(
  texts: Texts["portal"]["applications"],
  { suspendedBecause, ...status }: Pick<Application, "suspendedBecause" | keyof ApprovalStatus>,
): Html {
  if (suspendedBecause !== undefined) return tag("now", texts.states.suspended);
  return isUnapproved(status)
    ? tag("soon", texts.states.unapproved)
    : tag("good", texts.states.active);
}
