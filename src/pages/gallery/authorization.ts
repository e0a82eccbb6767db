import { type Consent, consentPage } from "../views/consent.ts";
import { invalidRequestPage } from "../views/invalid-request.ts";
import type { Frame } from "../views/layout.ts";
import { canceledPage, pinPage } from "../views/pin.ts";
import type { GalleryState } from "./gallery-state.ts";
import { hostile, underHostileNames } from "./hostile.ts";

export function authorizationStates(frame: Frame): readonly GalleryState[] {
  return [
    ...consentStates(frame),
    ...pinStates(frame),
    ...canceledStates(frame),
    ...invalidRequestStates(frame),
  ];
}

function consentStates(frame: Frame): readonly GalleryState[] {
  const usual = exampleConsent(frame);
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
        ownerScreenName: hostile.screenName,
        website: `https://${hostile.longHost}/`,
        description: `${"Forecasts for every hour of your day. ".repeat(5)}${hostile.long}`,
        isNew: true,
      },
      user: { id: "4503599627370496", screenName: hostile.screenName },
      destination: { kind: "web", host: hostile.longHost },
    }),
    of("every-banner", {
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
    ...underHostileNames("consent", (name) =>
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
    ...underHostileNames("pin", (applicationName) => pinPage({ ...usual, applicationName })),
  ];
}

function canceledStates(frame: Frame): readonly GalleryState[] {
  return [
    { name: "canceled", page: canceledPage({ frame, applicationName: "Weather Bot" }) },
    ...underHostileNames("canceled", (applicationName) => canceledPage({ frame, applicationName })),
  ];
}

function invalidRequestStates(frame: Frame): readonly GalleryState[] {
  const reasons = ["missing", "expired", "decided"] as const;
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

export function exampleConsent(frame: Frame): Consent {
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
