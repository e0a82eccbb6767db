import type { Area, Sections } from "../languages/english/shell.ts";
import type { Texts } from "../languages/texts.ts";
import { authElsewhere, csrfField } from "./form.ts";
import { type Html, html } from "./html.ts";
import { type Frame, page } from "./layout.ts";
import { notice } from "./notice.ts";
import { phrase } from "./phrase.ts";
import type { ScriptName } from "./scripts.ts";
import { day } from "./time.ts";
import type { Viewer } from "./viewer.ts";

type Place = {
  readonly [A in Area]: { readonly area: A; readonly here: Sections[A] | undefined };
}[Area];

type Content = Place & {
  readonly title: string;
  readonly main: Html;
  readonly script?: ScriptName | readonly ScriptName[];
  /** See `page`. */
  readonly keepsSent?: boolean | undefined;
  /** See `page`. */
  readonly once?: boolean;
};

const areas: Readonly<Record<Area, string>> = {
  account: "/account",
  portal: "/portal",
  admin: "/admin",
};

const sections: { readonly [A in Area]: Readonly<Record<Sections[A], string>> } = {
  account: {
    applications: "/account",
    profile: "/account/profile",
    password: "/account/password",
    twoStep: "/account/two-step",
    identities: "/account/identities",
    passkeys: "/account/passkeys",
    sessions: "/account/sessions",
    notifications: "/account/notifications",
    events: "/account/events",
  },
  portal: { applications: "/portal", invitations: "/portal/invitations", docs: "/portal/docs" },
  admin: {
    overview: "/admin",
    users: "/admin/users",
    applications: "/admin/applications",
    invitations: "/admin/invitations",
    audit: "/admin/audit",
    settings: "/admin/settings",
  },
};

/** The account is a narrow column; the other areas are wide, with a menu of sections. */
export function signedInPage(viewer: Viewer, content: Content): Html {
  const { title, main, area, here } = content;
  const texts = viewer.frame.texts.shell;
  return page(viewer.frame, {
    title,
    main: html`${here !== "twoStep" && dueNotice(viewer, { linked: true })}${main}`,
    script: content.script,
    keepsSent: content.keepsSent,
    once: content.once,
    kind: area === "account" ? "signed-in" : "signed-in wide",
    beside: areaLinks(viewer, area, texts),
    above: sectionLinks(viewer.frame, content, texts),
    below: html`${whoIsHere(viewer, texts)}${authElsewhere(viewer)}`,
  });
}

export function dueNotice(
  { frame: { texts }, secondFactor }: Viewer,
  { linked }: { readonly linked: boolean },
): Html | undefined {
  if (typeof secondFactor === "string") return undefined;
  const { due } = texts.twoStep;
  const { daysLeft, until } = secondFactor;
  const more = html`${due.after} ${due.until} ${day(texts.dates, until)}.`;
  const link = html` <a class="action" href="/account/two-step/set-up">${due.setUp}</a>`;
  return notice(due.what(daysLeft), html`${more}${linked && link}`);
}

function areaLinks({ isAdmin }: Viewer, here: Area, texts: Texts["shell"]): Html {
  const open: readonly Area[] = isAdmin ? ["account", "portal", "admin"] : ["account", "portal"];
  const links = open.map((area) => link(areas[area], texts.areas[area], area === here));
  return html`<nav aria-label="${texts.areasLabel}"><ul>${links}</ul></nav>`;
}

/** On phones the menu is closed and shows the current section; on wide screens the style opens it. */
function sectionLinks(frame: Frame, { area, here }: Content, texts: Texts["shell"]): Html {
  const names: Readonly<Record<string, string>> = texts.sections[area];
  const links = Object.entries(sections[area])
    .filter(([section]) => isOffered(frame, section))
    .map(([section, href]) => link(href, names[section] ?? "", section === here));
  const current = here === undefined ? undefined : names[here];
  return html`<nav class="sections" aria-label="${texts.areas[area]}"><details>
<summary>${current ?? texts.areas[area]}</summary>
<ul>${links}</ul>
</details></nav>`;
}

/** Some sections depend on how users sign in. */
function isOffered(
  { hasIdentityProviders = false, hasPasswords = true }: Frame,
  section: string,
): boolean {
  if (section === "identities") return hasIdentityProviders;
  return section !== "password" || hasPasswords;
}

/** A section stays marked on the pages below it, so the value is `true` instead of `page`. */
function link(href: string, text: string, isHere: boolean): Html {
  return html`<li><a href="${href}"${isHere && html` aria-current="true"`}>${text}</a></li>`;
}

function whoIsHere({ csrf, screenName }: Viewer, texts: Texts["shell"]): Html {
  return html`<div class="user">
<p class="quiet">${phrase(texts.signedInAs(`@${screenName}`))}</p>
<form method="post" action="/sign-out">
${csrfField(csrf)}
<button type="submit">${texts.signOut}</button>
</form>
</div>`;
}
