import { resolve } from "node:path";
import { languageTags, type OfferedLanguages } from "../domain/language-tags.ts";
import { accentsOf, readAccent } from "./accent.ts";
import { ConfigProblem, type ConfigRow, list, oneOf, type ValuesOf } from "./row.ts";

export const brandingRows = {
  serviceName: {
    name: "SERVICE_NAME",
    meaning: "The name of the service, shown on its pages and in its email.",
    shape: "1 to 50 characters",
    example: "Example ID",
    default: "Countersign",
    read: readName,
  },
  logo: {
    name: "LOGO",
    meaning:
      "A logo shown before the service's name on every page. Read at startup and served by the service.",
    shape: "the path of an SVG or PNG file, at most 100 KB",
    example: "/etc/countersign/logo.svg",
    default: "",
    read: (text) => resolve(text),
  },
  logoDark: {
    name: "LOGO_DARK",
    meaning: "The logo of the dark theme, instead of LOGO.",
    shape: "the path of an SVG or PNG file, at most 100 KB",
    example: "/etc/countersign/logo-dark.svg",
    default: "",
    read: (text) => resolve(text),
  },
  logoName: {
    name: "LOGO_NAME",
    meaning:
      "Whether the service's name follows the logo. Hide it if the logo contains the name; screen readers still read it.",
    shape: "show, hide",
    example: "hide",
    default: "show",
    read: (text) => oneOf(text, ["show", "hide"]),
  },
  accent: {
    name: "ACCENT",
    meaning:
      "The color of links, buttons, and the focus ring. Its contrast on every background of the light theme must be at least 4.5:1 (WCAG 2.2). The dark theme uses a lighter color of the same hue.",
    shape: "a hex color",
    example: "#7a1fa2",
    default: "",
    read: (text) => readAccent(text, "light"),
  },
  accentDark: {
    name: "ACCENT_DARK",
    meaning:
      "The accent color of the dark theme, instead of the one derived from ACCENT. Its contrast there must be at least 4.5:1.",
    shape: "a hex color",
    example: "#e0b0ff",
    default: "",
    read: (text) => readAccent(text, "dark"),
  },
  supportUrl: {
    name: "SUPPORT_URL",
    meaning:
      "Where users reach you: linked from every page and wherever a text mentions your administrator, and included in emails.",
    shape: "an HTTPS URL or an email address",
    example: "https://example.com/support",
    default: "",
    read: readContact,
  },
  termsUrl: {
    name: "TERMS_URL",
    meaning: "The terms of service, linked from every page.",
    shape: "an https address",
    example: "https://example.com/terms",
    default: "",
    read: readHttps,
  },
  privacyUrl: {
    name: "PRIVACY_URL",
    meaning: "The privacy policy, linked from every page.",
    shape: "an https address",
    example: "https://example.com/privacy",
    default: "",
    read: readHttps,
  },
  securityContact: {
    name: "SECURITY_CONTACT",
    meaning:
      "Where to report a vulnerability in your service. It appears in `/.well-known/security.txt` (RFC 9116), which exists only if this is set.",
    shape: "an HTTPS URL or an email address",
    example: "security@example.com",
    default: "",
    read: readContact,
  },
  securityPolicyUrl: {
    name: "SECURITY_POLICY_URL",
    meaning: "Your policy on reported vulnerabilities, linked from `/.well-known/security.txt`.",
    shape: "an https address",
    example: "https://example.com/security",
    default: "",
    read: readHttps,
  },
  stylesheet: {
    name: "STYLESHEET",
    meaning:
      "Your own CSS, read at startup and added after the service's. It can't load anything: `@import`, `@font-face`, and `url(` are rejected, except for images as `data:`, because the Content-Security-Policy of the pages would block them.",
    shape: "the path of a CSS file, at most 100 KB",
    example: "/etc/countersign/brand.css",
    default: "",
    read: (text) => resolve(text),
  },
  languages: {
    name: "LANGUAGES",
    meaning:
      "The languages of pages and emails, in the order in which users can choose them. The first is for users whose browser prefers none of them, and for emails to users whose language isn't known. English can be left out.",
    shape: `a list of ${languageTags.join(", ")}`,
    example: "es,en",
    default: "en,es,ar",
    read: readLanguages,
  },
  accessTexts: {
    name: "ACCESS_TEXTS",
    meaning:
      'What the access levels mean for your APIs. The file contains both texts in every language of LANGUAGES, and a language without them isn\'t offered: `{"en":{"read":"See your calendar","write":"Add and change events"},"es":{…},"ar":{…}}`. The consent page, accounts and the portal show them instead of the service\'s own. A text can have up to 120 characters, without markup or control characters, and must fit both after "It will be able to" and after "It will not be able to".',
    shape: "the path of a JSON file, at most 100 KB",
    example: "/etc/countersign/access-texts.json",
    default: "",
    read: (text) => resolve(text),
  },
} as const satisfies Record<string, ConfigRow>;

export type Branding = Readonly<ReturnType<typeof brandingSettings>>;

export function brandingSettings(values: ValuesOf<typeof brandingRows>) {
  const { accent, accentDark, logoName, ...others } = values;
  const hidesName = logoName === "hide";
  if (others.logo === undefined && others.logoDark !== undefined) {
    throw new ConfigProblem(
      ["LOGO_DARK", "LOGO"],
      "a logo of the dark theme needs that of the light one",
    );
  }
  if (others.logo === undefined && hidesName) {
    throw new ConfigProblem(["LOGO_NAME", "LOGO"], "without a logo the name can't be hidden");
  }
  return { ...others, hidesName, accents: accentsOf(accent, accentDark) };
}

function readName(text: string): string {
  if ([...text].length > 50) throw new Error("it has more than 50 characters");
  return text;
}

function readLanguages(text: string): OfferedLanguages {
  const [first, ...others] = list(text).map((one) => oneOf(one, languageTags));
  if (first === undefined) throw new Error("it names no language");
  const all: OfferedLanguages = [first, ...others];
  const twice = all.find((one, at) => all.indexOf(one) !== at);
  if (twice !== undefined) throw new Error(`it names ${twice} twice`);
  return all;
}

function readContact(text: string): string {
  if (/^[^\s@:/?#<>"]+@[A-Za-z0-9.-]+$/.test(text)) return `mailto:${encodeURI(text)}`;
  return readHttps(text);
}

export function readHttps(text: string): string {
  const url = URL.parse(text);
  if (url === null) throw new Error(`${JSON.stringify(text)} is not a URL`);
  if (url.protocol !== "https:") throw new Error(`${JSON.stringify(text)} is not https`);
  if (url.username + url.password !== "") throw new Error("it has a user name or a password in it");
  return url.href;
}
