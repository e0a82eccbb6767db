import { passwordPage } from "../views/account/password.ts";
import { cancelledPage } from "../views/cancelled.ts";
import { type Consent, consentPage } from "../views/consent.ts";
import { type ErrorReport, errorPage } from "../views/error.ts";
import { homePage } from "../views/home.ts";
import { type Html, html } from "../views/html.ts";
import { invalidRequestPage } from "../views/invalid-request.ts";
import { type Frame, page } from "../views/layout.ts";
import { pinPage } from "../views/pin.ts";
import { type SignIn, signInPage } from "../views/sign-in.ts";
import { accountStates } from "./account.ts";
import { adminStates } from "./admin.ts";
import { checkStates } from "./check.ts";
import type { GalleryState } from "./gallery-state.ts";
import { identityStates } from "./identities.ts";
import { keysStates } from "./keys.ts";
import { notificationStates } from "./notifications.ts";
import { passkeyStates } from "./passkeys.ts";
import { portalStates } from "./portal.ts";
import { shellStates } from "./shell.ts";
import { tryItStates } from "./try-it.ts";
import { twoStepStates } from "./two-step.ts";
import { useStates } from "./use.ts";
import { usersStates } from "./users.ts";
import { emailStates, resetStates, signUpStates } from "./ways-in.ts";

/** Every page in every state, with canned data, hostile data among it. Names are fit for an address. */
export function gallery(frame: Frame): readonly GalleryState[] {
  const branded = { ...frame, ...brand };
  return [
    ...signInStates(frame),
    ...twoStepStates(frame, hostile),
    ...identityStates(frame, hostile),
    ...passkeyStates(frame, hostile),
    ...consentStates(frame),
    ...pinStates(frame),
    ...cancelledStates(frame),
    ...invalidRequestStates(frame),
    ...errorStates(frame),
    ...accountStates(frame, hostile),
    ...shellStates(frame, hostile),
    ...adminStates(frame, hostile),
    ...tryItStates(frame, hostile),
    ...checkStates(frame, hostile),
    ...useStates(frame),
    ...usersStates(frame),
    ...portalStates(frame, hostile),
    ...keysStates(frame, hostile),
    ...languageStates(frame),
    { name: "frame-branded", page: signInPage(signIn(branded)) },
    ...errorStates(branded)
      .filter(({ name }) => name === "error-internal")
      .map(({ page }) => ({ name: "frame-branded-support", page })),
    { name: "home", page: homePage({ frame, signUp: false }) },
    { name: "home-open", page: homePage({ frame, signUp: true }) },
    ...accountStates(branded, {})
      .filter(({ name }) => name === "account-applications")
      .map(({ page }) => ({ name: "frame-branded-signed-in", page })),
    ...ownTextStates(frame),
    ...resetStates(frame, hostile),
    ...emailStates(frame, hostile),
    ...signUpStates(frame, hostile),
    ...notificationStates(frame, hostile),
    {
      name: "frame-long-service-name",
      page: signInPage(signIn({ ...frame, serviceName: hostile.long })),
    },
  ];
}

/** The choice of a language, however many there are so far. */
function languageStates(frame: Frame): readonly GalleryState[] {
  const choice = {
    ...frame,
    languages: [
      frame.texts.language,
      { tag: "es", name: "Español", direction: "ltr" },
      { tag: "ar", name: "العربية", direction: "rtl" },
    ] as const,
  };
  const person = {
    csrf: "example",
    isOperator: false,
    signedInRecently: true,
    provesBy: "password" as const,
    provesAt: [],
    secondFactor: "optional" as const,
  };
  return [
    { name: "frame-languages", page: signInPage(signIn(choice)) },
    {
      name: "frame-languages-signed-in",
      page: passwordPage({ person: { ...person, frame: choice, screenName: "alice" } }),
    },
  ];
}

/** Where an operator says what the access levels mean. */
function ownTextStates(frame: Frame): readonly GalleryState[] {
  const own = { ...frame, accessTexts };
  const { tag } = frame.texts.language;
  const script = `⟦${hostile.script}⟧`;
  const longest = `⟦${hostile.long} ${hostile.long}⟧`;
  const inside = { ...frame, accessTexts: new Map([[tag, { read: script, write: longest }]]) };
  const pages = [...accountStates(own, {}), ...portalStates(own, {})];
  return [
    ...["account-applications", "portal-create"].flatMap((name) =>
      pages
        .filter((one) => one.name === name)
        .map(({ page }) => ({ name: `${name}-own-texts`, page })),
    ),
    { name: "consent-own-texts-write", page: consentPage(consent(own)) },
    { name: "consent-own-texts-read", page: consentPage({ ...consent(own), access: "read" }) },
    { name: "consent-own-texts-hostile", page: consentPage(consent(inside)) },
  ];
}

/** As an operator's file has them; the last is for the language that nobody speaks. */
const accessTexts = new Map([
  ["en", { read: "See your calendar", write: "Add and change events" }],
  ["es", { read: "Ver tu calendario", write: "Añadir y cambiar eventos" }],
  ["ar", { read: "الاطلاع على تقويمك", write: "إضافة المواعيد وتغييرها" }],
  ["en-XA", { read: "⟦Sée yóur cálendár⟧", write: "⟦Ádd ánd chánge évents⟧" }],
]);

/** The list of states, for developers, so in English; `hrefOf` gives the address of each. */
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

/** The logo of a service has an address there; here it lies in the page. */
const brand = {
  serviceName: "Example ID",
  logo: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 32"><rect width="96" height="32" rx="16" fill="#7a1fa2"/></svg>')}`,
  supportHref: "https://example.com/support",
  termsHref: "https://example.com/terms",
  privacyHref: "https://example.com/privacy",
};

const hostile = {
  long: "Wettervorhersagenbenachrichtigungsdienstleistungen",
  script: `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`,
  override: "Weather \u{202E}toB\u{202C} \u{2066}Bot\u{2069}",
  hidden: "Wea\u{200B}ther\u{AD} B\u{200D}ot\u{0}\u{1B}[31m",
  rightToLeft: "طقس اليوم، من أجلك!",
  emoji: "🌦️👩‍👩‍👧‍👦 Weather 🏳️‍🌈",
  piled: `W${"\u{336}\u{35C}\u{489}".repeat(20)}eather`,
  lookalike: "We\u{430}ther B\u{43E}t",
  longHost: `${"a-very-long-label-that-never-ends.".repeat(4)}weatherbot.example:8443`,
  punycode: "xn--wether-bot-83h.example",
};

function signInStates(frame: Frame): readonly GalleryState[] {
  const typed = { ...signIn(frame), applicationName: "Weather Bot", username: "alice" };
  return [
    { name: "sign-in", page: signInPage(signIn(frame)) },
    {
      name: "sign-in-ways",
      page: signInPage({
        ...signIn(frame),
        ways: { passwords: true, resetByMail: true, signUp: true, providers: [] },
      }),
    },
    {
      name: "sign-in-password-changed",
      page: signInPage({ ...signIn(frame), passwordChanged: true }),
    },
    { name: "sign-in-signed-out", page: signInPage({ ...signIn(frame), signedOut: true }) },
    { name: "sign-in-for-application", page: signInPage({ ...typed, username: "" }) },
    { name: "sign-in-prefilled", page: signInPage(typed) },
    { name: "sign-in-wrong", page: signInPage({ ...typed, problem: "wrong" }) },
    {
      name: "sign-in-too-many",
      page: signInPage({ ...typed, problem: "too-many", minutes: 12 }),
    },
    {
      name: "sign-in-suspended",
      page: signInPage({ ...typed, problem: "suspended", because: "Sent advertisements." }),
    },
    {
      name: "sign-in-suspended-hostile",
      page: signInPage({ ...typed, problem: "suspended", because: hostile.override }),
    },
    { name: "sign-in-stale-form", page: signInPage({ ...typed, problem: "stale-form" }) },
    { name: "sign-in-busy", page: signInPage({ ...typed, problem: "busy" }) },
    ...names("sign-in", (applicationName) => signInPage({ ...typed, applicationName })),
    {
      name: "sign-in-hostile-username",
      page: signInPage({ ...typed, username: hostile.script, problem: "wrong" }),
    },
  ];
}

function consentStates(frame: Frame): readonly GalleryState[] {
  const usual = consent(frame);
  const of = (name: string, changes: Partial<Consent>): GalleryState => ({
    name: `consent-${name}`,
    page: consentPage({ ...usual, ...changes }),
  });
  const { application } = usual;
  return [
    of("write", {}),
    of("read", { access: "read" }),
    of("write-email", { requestEmail: true }),
    of("read-email", { access: "read", requestEmail: true }),
    of("new-application", { application: { ...application, isNew: true } }),
    of("no-website", {
      application: { id: "1", name: "Weather Bot", ownerScreenName: "carol", isNew: false },
    }),
    of("to-app", { destination: { kind: "app", scheme: "weatherbot" } }),
    of("to-pin", { destination: { kind: "pin" } }),
    of("longest", {
      requestEmail: true,
      application: {
        id: "1",
        name: hostile.long,
        ownerScreenName: "carol_the_maker",
        website: `https://${hostile.longHost}/`,
        description: `${"Forecasts for every hour of your day. ".repeat(5)}${hostile.long}`,
        isNew: true,
      },
      user: { id: "4503599627370496", screenName: "alice_in_wonder" },
      destination: { kind: "web", host: hostile.longHost },
    }),
    of("every-notice", {
      requestEmail: true,
      application: {
        ...application,
        name: hostile.lookalike,
        isNew: true,
        changedRecently: true,
        icon: "0".repeat(32),
        links: {
          terms: "https://weatherbot.example/terms",
          privacy: "https://weatherbot.example/privacy",
          support: "https://weatherbot.example/support",
        },
      },
    }),
    of("punycode", {
      application: { ...application, website: `https://${hostile.punycode}/` },
      destination: { kind: "web", host: hostile.punycode },
    }),
    of("script-website", { application: { ...application, website: "javascript:alert(1)" } }),
    of("script-everywhere", {
      application: {
        id: "1",
        name: hostile.script,
        ownerScreenName: hostile.script,
        website: `https://weatherbot.example/"><script>alert(1)</script>`,
        description: hostile.script,
        isNew: false,
      },
      user: { id: hostile.script, screenName: hostile.script },
      destination: { kind: "web", host: hostile.script },
      oauthToken: hostile.script,
      csrf: hostile.script,
    }),
    ...names("consent", (name) =>
      consentPage({
        ...usual,
        application: { ...application, name, description: name },
        destination: { kind: "pin" },
      }),
    ),
  ];
}

function pinStates(frame: Frame): readonly GalleryState[] {
  const usual = {
    frame,
    applicationName: "Weather Bot",
    pin: "1234567",
    seconds: 900,
    accountHref: "/account",
  };
  return [
    { name: "pin", page: pinPage(usual) },
    { name: "pin-last-minute", page: pinPage({ ...usual, pin: "0000000", seconds: 45 }) },
    ...names("pin", (applicationName) => pinPage({ ...usual, applicationName })),
  ];
}

function cancelledStates(frame: Frame): readonly GalleryState[] {
  return [
    { name: "cancelled", page: cancelledPage({ frame, applicationName: "Weather Bot" }) },
    ...names("cancelled", (applicationName) => cancelledPage({ frame, applicationName })),
  ];
}

function invalidRequestStates(frame: Frame): readonly GalleryState[] {
  const reasons = ["missing", "expired", "answered"] as const;
  return [
    ...reasons.map((reason) => ({
      name: `invalid-request-${reason}`,
      page: invalidRequestPage({ frame, reason }),
    })),
    {
      name: "invalid-request-desktop",
      page: invalidRequestPage({
        frame,
        reason: "desktop",
        authorizeHref: "/oauth/authorize?oauth_token=example",
      }),
    },
  ];
}

function errorStates(frame: Frame): readonly GalleryState[] {
  const reports: readonly Omit<ErrorReport, "frame">[] = [
    { status: 400, kind: "bad-request" },
    { status: 403, kind: "forbidden-form", retryHref: "/oauth/authorize?oauth_token=example" },
    { status: 403, kind: "other-role" },
    { status: 404, kind: "not-found" },
    { status: 405, kind: "wrong-method" },
    { status: 413, kind: "too-large" },
    { status: 403, kind: "insecure" },
    { status: 403, kind: "suspended-user" },
    { status: 401, kind: "suspended-application" },
    { status: 429, kind: "rate-limited", minutes: 7 },
    { status: 500, kind: "internal", requestId: "01JD8Z4T6Q3V9R2K7M5N1B8C0X" },
    { status: 503, kind: "unavailable", retryHref: "/", requestId: hostile.script },
    { status: 503, kind: "outcome-unknown", requestId: "01JD8Z4T6Q3V9R2K7M5N1B8C0X" },
  ];
  return reports.map((report) => ({
    name: `error-${report.kind}`,
    page: errorPage({ frame, ...report }),
  }));
}

/** One page under each of the names that somebody may try. */
function names(prefix: string, show: (name: string) => Html): readonly GalleryState[] {
  const { long, script, override, hidden, rightToLeft, emoji, piled, lookalike } = hostile;
  return Object.entries({
    "long-name": long,
    "script-name": script,
    "override-name": override,
    "hidden-name": hidden,
    "right-to-left-name": rightToLeft,
    "emoji-name": emoji,
    "piled-name": piled,
    "lookalike-name": lookalike,
  }).map(([name, value]) => ({ name: `${prefix}-${name}`, page: show(value) }));
}

function signIn(frame: Frame): SignIn {
  return {
    frame,
    action: "/oauth/authorize",
    csrf: "example",
    continueTo: "/oauth/authorize?oauth_token=example",
    username: "",
    ways: { passwords: true, resetByMail: false, signUp: false, providers: [] },
  };
}

function consent(frame: Frame): Consent {
  return {
    frame,
    action: "/oauth/authorize",
    csrf: "example",
    oauthToken: "example",
    application: {
      id: "1",
      name: "Weather Bot",
      ownerScreenName: "carol",
      website: "https://weatherbot.example/",
      description: "Posts the forecast for your town every morning.",
      isNew: false,
    },
    user: { id: "4503599627370496", screenName: "alice" },
    access: "write",
    requestEmail: false,
    destination: { kind: "web", host: "weatherbot.example" },
    accountHref: "/account",
    switchHref: "/oauth/authorize?oauth_token=example&force_login=true",
  };
}
