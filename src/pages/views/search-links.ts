import type { FoundApplication, FoundPage } from "./found.ts";
import { html } from "./html.ts";
import { phrase } from "./phrase.ts";
import { docsParts, docsStart } from "./portal/docs/id.ts";
import { firstSteps } from "./portal/docs.ts";
import { groups } from "./sections.ts";
import type { Viewer } from "./viewer.ts";

/** `words` are those that find it. A link of an application that was found needs none. */
export type SearchLink = FoundPage & { readonly words: string; readonly isOfFound: boolean };

/** What a viewer can do, and the pages that they can open. `first` is the first application that was found. */
export function linksFor(
  viewer: Viewer,
  first: FoundApplication | undefined,
): { readonly actions: readonly SearchLink[]; readonly pages: readonly SearchLink[] } {
  return { actions: actions(viewer, first), pages: pages(viewer) };
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

function pages(viewer: Viewer): SearchLink[] {
  const { shell, account, passkeys, twoStep } = viewer.frame.texts;
  const part = (href: string, page: string, title: string) => {
    return { href, text: html`${page} › ${title}`, words: `${page} ${title}`, isOfFound: false };
  };
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
  const guides = [
    [docsStart, firstSteps.title] as const,
    ...Object.entries(docsParts).map(([id, { title }]) => [`${docsStart}/${id}`, title] as const),
  ];
  return [
    ...sections,
    ...own.map(([href, title]) => part(href, shell.areas.account, title)),
    ...guides.map(([href, title]) => ({
      ...part(href, shell.sections.portal.docs, title),
      text: html`${shell.sections.portal.docs} › <bdi lang="en">${title}</bdi>`,
    })),
  ];
}
