import { passwordPage } from "../views/account/password.ts";
import { consentPage } from "../views/consent.ts";
import { accountEmail } from "../views/emails.ts";
import { homePage } from "../views/home.ts";
import { type Html, html } from "../views/html.ts";
import { type Frame, page } from "../views/layout.ts";
import { signInPage } from "../views/sign-in.ts";
import { accountStates } from "./account.ts";
import { applicationStates, applicationsStates } from "./admin/applications.ts";
import { auditStates } from "./admin/audit.ts";
import { serviceStates } from "./admin/service.ts";
import { adminUsersStates, userStates } from "./admin/users.ts";
import { authorizationStates, exampleConsent } from "./authorization.ts";
import { docsStates } from "./docs.ts";
import { errorStates } from "./errors.ts";
import { weatherBot } from "./example-application.ts";
import { exampleAdmin, exampleViewer } from "./example-viewer.ts";
import { emailStatesOf, exampleNotice, type GalleryState } from "./gallery-state.ts";
import { hostile } from "./hostile.ts";
import { identityStates } from "./identities.ts";
import { notificationStates } from "./notifications.ts";
import { passkeyStates } from "./passkeys.ts";
import { pageStates } from "./portal/application.ts";
import { checkStates } from "./portal/check.ts";
import { collaboratorStates } from "./portal/collaborators.ts";
import { creationStates } from "./portal/create.ts";
import { keysStates } from "./portal/keys.ts";
import { listStates } from "./portal/list.ts";
import { requestStates } from "./portal/requests.ts";
import { deletionStates, settingsStates } from "./portal/settings.ts";
import { programsAndWalkStates } from "./portal/try.ts";
import { usageStates } from "./portal/usage.ts";
import { usersStates } from "./portal/users.ts";
import { searchStates } from "./search.ts";
import { shellStates } from "./shell.ts";
import { exampleSignIn, signInStates } from "./sign-in.ts";
import { emailStates, resetStates, signUpStates } from "./sign-in-methods.ts";
import { twoStepStates } from "./two-step.ts";

/** Some example data is hostile. URLs can contain the names. */
export function gallery(frame: Frame): readonly GalleryState[] {
  const branded = { ...frame, ...brand };
  return [
    ...signInStates(frame),
    ...twoStepStates(frame),
    ...identityStates(frame),
    ...passkeyStates(frame),
    ...authorizationStates(frame),
    ...errorStates(frame),
    ...accountStates(frame),
    ...shellStates(frame),
    ...searchStates(frame),
    ...adminStates(frame),
    ...portalStates(frame),
    ...languageStates(frame),
    {
      name: "frame-branded-wordmark",
      page: signInPage(exampleSignIn({ ...branded, hidesName: true, theme: "dark" })),
    },
    ...brandedEmails(branded),
    { name: "frame-branded", page: signInPage(exampleSignIn(branded)) },
    ...errorStates(branded)
      .filter(({ name }) => name === "error-internal")
      .map(({ page }) => ({ name: "frame-branded-support", page })),
    { name: "home", page: homePage({ frame, signUp: false, publicDocs: false }) },
    { name: "home-open", page: homePage({ frame, signUp: true, publicDocs: true }) },
    ...accountStates(branded)
      .filter(({ name }) => name === "account-applications")
      .map(({ page }) => ({ name: "frame-branded-signed-in", page })),
    ...ownTextStates(frame),
    ...resetStates(frame),
    ...emailStates(frame),
    ...signUpStates(frame),
    ...notificationStates(frame),
    {
      name: "frame-long-service-name",
      page: signInPage(exampleSignIn({ ...frame, serviceName: hostile.long })),
    },
  ];
}

function languageStates(frame: Frame): readonly GalleryState[] {
  const choice = {
    ...frame,
    languages: [
      frame.texts.language,
      { tag: "es", name: "Español", direction: "ltr" },
      { tag: "ar", name: "العربية", direction: "rtl" },
    ] as const,
  };
  return [
    { name: "frame-languages", page: signInPage(exampleSignIn(choice)) },
    {
      name: "frame-languages-signed-in",
      page: passwordPage({ viewer: exampleViewer(choice) }),
    },
  ];
}

/** An administrator describes the access levels in their own words here. */
function ownTextStates(frame: Frame): readonly GalleryState[] {
  const own = { ...frame, accessTexts };
  const { tag } = frame.texts.language;
  const script = `⟦${hostile.script}⟧`;
  const longest = `⟦${hostile.long} ${hostile.long}⟧`;
  const inside = { ...frame, accessTexts: new Map([[tag, { read: script, write: longest }]]) };
  const pages = [...accountStates(own), ...portalStates(own)];
  return [
    ...["account-applications", "portal-create"].flatMap((name) =>
      pages
        .filter((one) => one.name === name)
        .map(({ page }) => ({ name: `${name}-own-texts`, page })),
    ),
    { name: "consent-own-texts-write", page: consentPage(exampleConsent(own)) },
    {
      name: "consent-own-texts-read",
      page: consentPage({ ...exampleConsent(own), access: "read" }),
    },
    { name: "consent-own-texts-hostile", page: consentPage(exampleConsent(inside)) },
  ];
}

/** The last entry is for a language that the service does not have. */
const accessTexts = new Map([
  ["en", { read: "See your calendar", write: "Add and change events" }],
  ["es", { read: "Ver tu calendario", write: "Añadir y cambiar eventos" }],
  ["ar", { read: "الاطلاع على تقويمك", write: "إضافة المواعيد وتغييرها" }],
  ["en-XA", { read: "⟦Sée yóur cálendár⟧", write: "⟦Ádd ánd chánge évents⟧" }],
]);

/** The list is in English because it is for developers. */
export function galleryIndex(
  frame: Frame,
  names: readonly string[],
  hrefOf: (name: string) => string,
): Html {
  const main = html`<article>
<h1>Gallery</h1>
<p>Every page in every state, with canned data.</p>
<ul>${names.map((name) => html`<li><a class="action" href="${hrefOf(name)}">${name}</a></li>`)}</ul>
</article>`;
  return page(frame, { title: "Gallery", main });
}

/** A service's logo has a URL; these are part of the page. */
const brand = {
  serviceName: "Example ID",
  logo: exampleLogo("#7a1fa2"),
  logoDark: exampleLogo("#d9a6ff"),
  supportHref: "https://example.com/support",
  termsHref: "https://example.com/terms",
  privacyHref: "https://example.com/privacy",
};

/** One has a thing to do here; the other can only be followed elsewhere. */
function brandedEmails(frame: Frame): readonly GalleryState[] {
  const email = { to: "alice@users.example", screenName: "alice", ...exampleNotice };
  const wordmark = { ...frame, hidesName: true };
  return [
    ...emailStatesOf(
      frame,
      "mail-branded",
      accountEmail(frame, { ...email, news: "passwordChanged" }),
    ),
    ...emailStatesOf(
      frame,
      "mail-branded-wordmark",
      accountEmail(wordmark, { ...email, news: "accountDeleted" }),
    ),
  ];
}

function exampleLogo(color: string): string {
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 32"><rect width="96" height="32" rx="16" fill="${color}"/></svg>`)}`;
}

function adminStates(frame: Frame): readonly GalleryState[] {
  const viewer = exampleAdmin(frame);
  return [
    ...adminUsersStates(viewer),
    ...userStates(viewer),
    ...applicationsStates(viewer),
    ...applicationStates(viewer),
    ...auditStates(viewer),
    ...serviceStates(viewer),
  ];
}

function portalStates(frame: Frame): readonly GalleryState[] {
  const viewer = exampleViewer(frame);
  return [
    ...listStates(viewer),
    ...creationStates(viewer),
    ...pageStates(viewer),
    ...settingsStates(viewer),
    ...deletionStates(viewer),
    ...collaboratorStates(viewer, weatherBot),
    ...docsStates(viewer),
    ...keysStates(frame),
    ...usageStates(frame),
    ...usersStates(frame),
    ...programsAndWalkStates(frame),
    ...checkStates(frame),
    ...requestStates(frame),
  ];
}
