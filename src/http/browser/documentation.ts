/** The documentation is for users who are signed in, and if the administrator makes it public, for everyone. */

import type { Browser } from "../../accounts/browser-session.ts";
import { cookieOf, setCookie } from "../../accounts/cookies.ts";
import { dayMs } from "../../domain/day.ts";
import { loadHighlight } from "../../pages/views/docs/highlight.ts";
import type { Docs } from "../../pages/views/docs/page.ts";
import { languages } from "../../pages/views/docs/programs.ts";
import type { Html } from "../../pages/views/html.ts";
import { queryOf } from "../../verification/authentication/incoming.ts";
import { limitedNow, limitsInForce } from "../../verification/rate-limits/limits-in-force.ts";
import { type Call, type Parameter, pageReply, type Reply } from "../operation/endpoint.ts";
import { signInMethods } from "./sign-in-methods.ts";
import { forSignedIn, type Page, type Pages } from "./signed-in.ts";
import type { ViewerCall } from "./viewer-call.ts";

/** A reader who is signed in is a viewer. */
export type ReaderCall = Call<Browser> & Partial<Pick<ViewerCall, "viewer">>;

export const languageParameter: Parameter = {
  name: "lang",
  required: false,
  meaning: "The language of the programs, which a cookie keeps.",
  values: languages.map(({ id }) => id),
};

export function forReaders<Drafts>(
  pages: Pages<ViewerCall, Drafts> & {
    showSignedOut(call: Call<Browser>): Reply | Promise<Reply>;
  },
): Page {
  const showSignedOut = (call: Call<Browser>) =>
    call.dependencies.config.publicDocs === "on" ? pages.showSignedOut(call) : undefined;
  return forSignedIn({ ...pages, showSignedOut });
}

/** A page of the documentation, with what this service has and accepts. */
export async function showDocs(
  { viewer, incoming, dependencies, frame }: ReaderCall,
  pageOf: (docs: Docs) => Html,
): Promise<Reply> {
  const { config, origins, operations } = dependencies;
  const limits = limitsInForce(limitedNow(dependencies)).filter(
    ({ family }) => family !== undefined,
  );
  const chosen = languageIn(queryOf(incoming).get("lang"));
  const page = pageOf({
    frame,
    viewer,
    signUp: viewer === undefined && (await signInMethods(dependencies)).signUp,
    links: config.docsLinks ?? [],
    groups: dependencies.docsGroups(),
    language: chosen ?? languageIn(cookieOf(incoming, cookie)),
    highlight: await loadHighlight(),
    baseUrl: origins[0],
    operations,
    signatureMethods: config.signatureMethods,
    limits: config.rateLimits === "off" ? undefined : limits,
    failures: config.rateLimits === "off" ? undefined : config.rateLimits["failed-credentials"],
  });
  if (chosen !== undefined) {
    return pageReply(page, { cookies: [setCookie(cookie, chosen, 365 * dayMs, dependencies)] });
  }
  return pageReply(page, viewer === undefined ? { headers: sharedHeaders } : {});
}

/** Nothing on the page is personal: it follows from its URL, and the choices and languages of the reader. */
const sharedHeaders = {
  "cache-control": "public, max-age=300",
  vary: "cookie, accept-language",
};

const cookie = "docs_language";

function languageIn(text: string | null | undefined): string | undefined {
  return languages.find(({ id }) => id === text)?.id;
}
