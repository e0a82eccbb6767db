import { docsPages } from "./docs/contents.ts";
import { docsHref } from "./docs/page.ts";
import type { FoundApplication, FoundPage } from "./found.ts";
import { html } from "./html.ts";
import { breakable, phrase } from "./phrase.ts";
import { groups } from "./sections.ts";
import type { Viewer } from "./viewer.ts";

/** `words` are those that find it. A link of an application that was found needs none. */
export type SearchLink = FoundPage & { readonly words: string; readonly isOfFound: boolean };

/**
 * What a viewer can do, and the pages that they can open. `first` is the first application that was found, and
 * `variables` are the names of the settings that are read when the service starts.
 */
export function linksFor(
  viewer: Viewer,
  first: FoundApplication | undefined,
  variables: readonly string[],
): { readonly actions: readonly SearchLink[]; readonly pages: readonly SearchLink[] } {
  const settings = viewer.isAdmin ? settingsParts(viewer, variables) : [];
  return { actions: actions(viewer, first), pages: [...pages(viewer), ...settings] };
}

function actions({ frame, isAdmin }: Viewer, first: FoundApplication | undefined): SearchLink[] {
  const texts = frame.texts.search.actions;
  const link = (href: string, text: string) => ({ href, text, words: text, isOfFound: false });
  const own = [
    link("/portal/create", texts.createApplication),
    link("/account/data", texts.downloadData),
    link("/account/sessions", texts.signOutElsewhere),
  ];
  const administrating = [
    link("/admin/invitations", texts.inviteUser),
    link("/admin/api-keys", texts.createApiKey),
  ];
  return [
    ...(first === undefined ? [] : ofApplication(isAdmin, texts, first)),
    ...(isAdmin ? administrating : []),
    ...own,
  ];
}

function ofApplication(
  isAdmin: boolean,
  texts: Viewer["frame"]["texts"]["search"]["actions"],
  { href, id, name, suspendedBecause }: FoundApplication,
): SearchLink[] {
  const link = (to: string, text: Parameters<typeof phrase>[0]) => {
    return { href: to, text: phrase(text), words: "", isOfFound: true };
  };
  if (!isAdmin) {
    return [link(`${href}/keys`, texts.keys(name)), link(`${href}/usage`, texts.usage(name))];
  }
  return [
    ...(suspendedBecause !== undefined ? [] : [link(`${href}#contain`, texts.suspend(name))]),
    link(`/admin/audit?application=${id}`, texts.events(name)),
  ];
}

/** Those of the page of the service's settings. */
function settingsParts({ frame }: Viewer, variables: readonly string[]): SearchLink[] {
  const { settings: texts } = frame.texts.admin;
  const of = (id: string, title: string) => part(`/admin/settings#${id}`, texts.title, title);
  return [
    of("sign_up", texts.signUp),
    of("second_factor", texts.secondFactor),
    of("grace_days", texts.grace),
    of("configuration", texts.configuration),
    ...variables.map((variable) => ({
      ...of(variable, variable),
      text: html`${texts.title} › <code>${breakable(variable)}</code>`,
      words: variable,
    })),
  ];
}

function part(href: string, page: string, title: string): SearchLink {
  return { href, text: html`${page} › ${title}`, words: `${page} ${title}`, isOfFound: false };
}

function pages(viewer: Viewer): SearchLink[] {
  const { shell, account, passkeys, twoStep } = viewer.frame.texts;
  const sections = (["account", "portal", "admin"] as const)
    .filter((area) => area !== "admin" || viewer.isAdmin)
    .flatMap((area) => {
      const names: Readonly<Record<string, string>> = shell.sections[area];
      const hrefs = Object.assign({}, ...groups[area].map((one) => one.sections));
      return Object.entries<string>(hrefs).map(([section, href]) =>
        part(href, shell.areas[area], names[section] ?? ""),
      );
    });
  const own = [
    ["/account/password", account.titles.password],
    ["/account/two-step", twoStep.title],
    ["/account/passkeys", passkeys.title],
    ["/account/data", account.titles.data],
    ["/account/delete", account.titles.delete],
  ] as const;
  return [
    ...sections,
    ...own.map(([href, title]) => part(href, shell.areas.account, title)),
    ...docsPages.map((one) => ({
      ...part(docsHref(one), shell.sections.portal.docs, one.title),
      text: html`${shell.sections.portal.docs} › <bdi lang="en">${one.title}</bdi>`,
    })),
  ];
}
