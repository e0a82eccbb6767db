/**
 * Developers run these programs unchanged. The consumer key is filled in; secrets come from the
 * environment. test/interop/snippets.test.ts runs each.
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export type Application = {
  readonly baseUrl: string;
  readonly consumerKey: string;
  /** Without a registered callback the program uses a PIN. */
  readonly callback: string | undefined;
};

/** What a program that signs calls. */
export type Call = {
  readonly method: string;
  /** Without a query. */
  readonly url: string;
  /** Each name has one value. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  readonly isForm: boolean;
};

export type Snippet = {
  readonly id: SnippetId;
  /** The name of a program or library is not translated. */
  readonly title: string;
  readonly language: SnippetLanguage;
  /** What installs its packages, a command in each line. */
  readonly install: readonly string[];
  readonly variables: readonly Variable[];
  /** This is undefined if the program is pasted into a shell. */
  readonly saved: { readonly file: string; readonly run: string } | undefined;
  readonly code: string;
};

export type SnippetId =
  | "curl"
  | "openid-client"
  | "oauth-1.0a"
  | "oauth"
  | "passport-twitter"
  | "requests-oauthlib"
  | "php-oauth"
  | "gomodule-oauth1"
  | "python"
  | "php"
  | "go";
/** Those that sign any call with an access token. */
export const signers = ["python", "oauth-1.0a", "php", "go"] as const satisfies SnippetId[];

export type SnippetLanguage = "sh" | "js" | "python" | "php" | "go";
export type Variable = "CONSUMER_SECRET" | "ACCESS_TOKEN" | "ACCESS_TOKEN_SECRET";

export function snippets(
  application: Application,
  call: Call = exampleCall(application),
): readonly Snippet[] {
  return programs.map(({ source, ...program }) => ({
    ...program,
    code: fill(
      sending(
        program.language === "js" ? withoutNeedless(source, application) : source,
        program.id,
        call,
      ),
      application,
      call,
      quotes[program.language],
    ),
  }));
}

/** Each program, with the one below it that does the same in its language without a library. */
export function libraryFirst(
  all: readonly Snippet[],
): readonly { readonly first: Snippet; readonly bare: Snippet | undefined }[] {
  const bareIds: readonly (SnippetId | undefined)[] = Object.values(withoutLibrary);
  return all
    .filter(({ id }) => !bareIds.includes(id))
    .map((first) => ({ first, bare: all.find(({ id }) => id === withoutLibrary[first.id]) }));
}

const withoutLibrary: Readonly<Partial<Record<SnippetId, SnippetId>>> = {
  "requests-oauthlib": "python",
  "php-oauth": "php",
  "gomodule-oauth1": "go",
};

/** What the programs call until they call something else. */
export function exampleCall({ baseUrl }: Pick<Application, "baseUrl">): Call {
  const url = `${baseUrl}/1.1/account/verify_credentials.json`;
  return { method: "GET", url, parameters: [["include_email", "true"]], isForm: false };
}

/** Their files send parameters in the query. The other two are the replacements for a form, and for no parameters. */
const sent: Readonly<Record<(typeof signers)[number], readonly [string, string, string]>> = {
  python: [
    'f"{url}?{urlencode(parameters)}", headers=headers',
    "url, urlencode(parameters).encode(), headers",
    "url, headers=headers",
  ],
  "oauth-1.0a": [
    `\`\${url}?\${new URLSearchParams(data)}\`, sent`,
    "url, { ...sent, body: new URLSearchParams(data) }",
    "url, sent",
  ],
  php: [
    "$url .= '?' . http_build_query($parameters);",
    [
      "$options['header'] .= \"\\r\\nContent-Type: application/x-www-form-urlencoded\";",
      "$options['content'] = http_build_query($parameters);",
    ].join("\n"),
    "",
  ],
  go: [
    'address+"?"+values.Encode(), nil)',
    "address, strings.NewReader(values.Encode()))",
    "address, nil)",
  ],
};

function sending(source: string, id: SnippetId, { parameters, isForm }: Call): string {
  const signer = signers.find((one) => one === id);
  if (signer === undefined || (parameters.length > 0 && !isForm)) return source;
  const [inQuery, inForm, none] = sent[signer];
  const changed = source.replace(inQuery, () => (parameters.length > 0 ? inForm : none));
  if (signer !== "go" || parameters.length === 0) return changed;
  const header = 'request.Header.Set("Authorization"';
  const type = `request.Header.Set("Content-Type", "application/x-www-form-urlencoded")\n\t`;
  return changed.replace(header, () => type + header);
}

/** Each language has its placeholders in a program's file, and quotes values in their place. */
const inDouble = {
  places: /"([A-Z_]+)"/g,
  quoted: (value: string | number) => JSON.stringify(value),
};
const quotes: Readonly<Record<SnippetLanguage, Quotes>> = {
  sh: { places: /'([A-Z_]+)'/g, quoted: shell },
  js: inDouble,
  python: inDouble,
  go: inDouble,
  // In double quotes a dollar sign would begin the name of a variable.
  php: { places: /'([A-Z_]+)'/g, quoted: php },
};

type Quotes = {
  readonly places: RegExp;
  readonly quoted: (value: string | number) => string;
};

const extensions: Readonly<Record<SnippetLanguage, string>> = {
  sh: "sh",
  js: "mjs",
  python: "py",
  php: "php",
  go: "go",
};

type Kind = Pick<Snippet, "title" | "language"> & Partial<Pick<Snippet, "install">>;

const kinds: Readonly<Record<SnippetId, Kind>> = {
  "requests-oauthlib": {
    title: "Python",
    language: "python",
    install: ["pip install requests-oauthlib"],
  },
  python: { title: "Python", language: "python" },
  "oauth-1.0a": { title: "Node.js (oauth-1.0a)", language: "js", install: npm("oauth-1.0a") },
  "php-oauth": { title: "PHP", language: "php", install: ["pecl install oauth"] },
  php: { title: "PHP", language: "php" },
  "gomodule-oauth1": {
    title: "Go",
    language: "go",
    install: ["go mod init try-it", "go get github.com/gomodule/oauth1"],
  },
  go: { title: "Go", language: "go" },
  curl: { title: "curl", language: "sh" },
  "openid-client": {
    title: "Node.js (openid-client)",
    language: "js",
    install: npm("openid-client"),
  },
  oauth: { title: "Node.js (node-oauth)", language: "js", install: npm("oauth") },
  "passport-twitter": {
    title: "Node.js (passport-twitter)",
    language: "js",
    install: npm("express", "express-session", "passport", "passport-twitter"),
  },
};

function npm(...packages: readonly string[]): readonly string[] {
  return [`npm install ${packages.join(" ")}`];
}

/** Developers look for their language first. */
const signing = [
  "requests-oauthlib",
  "python",
  "oauth-1.0a",
  "php-oauth",
  "php",
  "gomodule-oauth1",
  "go",
] as const satisfies SnippetId[];

/** Each is a file next to this one, with strings as placeholders. */
const programs = [
  ...signing.map((id) => program(id, ["ACCESS_TOKEN", "ACCESS_TOKEN_SECRET"])),
  ...(["curl", "openid-client", "oauth", "passport-twitter"] as const).map((id) => program(id, [])),
];

function program(id: SnippetId, tokens: readonly Variable[]) {
  const { title, language, install = [] } = kinds[id];
  const file = `${id}.${extensions[language]}`;
  const source = readFileSync(fileURLToPath(import.meta.resolve(`./programs/${file}`)), "utf8");
  const variables: readonly Variable[] = ["CONSUMER_SECRET", ...tokens];
  const saved = language === "sh" ? undefined : savedAs(language);
  return { id, title, language, install, variables, saved, source };
}

function savedAs(language: Exclude<SnippetLanguage, "sh">): NonNullable<Snippet["saved"]> {
  const file = `try-it.${extensions[language]}`;
  const runs = { js: "node", python: "python3", php: "php", go: "go run" };
  return { file, run: `${runs[language]} ${file}` };
}

/** One pass never takes a filled-in value for a placeholder. */
function fill(
  source: string,
  { baseUrl, consumerKey, callback }: Application,
  { method, url: called, parameters }: Call,
  { places, quoted }: Quotes,
): string {
  const { url, port } = landing(callback);
  const values: Readonly<Record<string, string | number>> = {
    BASE_URL: baseUrl,
    CONSUMER_KEY: consumerKey,
    CALLBACK: url,
    METHOD: method,
    URL: called,
    PORT: port,
  };
  return source
    .split(/["']?NAME["']?(: | => )["']VALUE["']/)
    .map((part, at) =>
      at % 2 === 0
        ? part.replace(places, (place, name) => {
            const value = values[name];
            return value === undefined ? place : quoted(value);
          })
        : parameters.map(([name, value]) => `${quoted(name)}${part}${quoted(value)}`).join(", "),
    )
    .join("");
}

/** Some lines and comments only apply to other applications. */
function withoutNeedless(source: string, { baseUrl, callback }: Application): string {
  const withHttp = baseUrl.startsWith("http:")
    ? source
    : source.replace(/^.*allowInsecureRequests.*\n/m, "");
  return landing(callback).registered ? withHttp.replace(/ \/\/ Add it .*$/m, "") : withHttp;
}

/**
 * The user comes back to the developer's machine there. Any loopback port is accepted (RFC 8252
 * §7.3), and not everyone may listen on port 80.
 */
function landing(callback: string | undefined): {
  url: string;
  port: number;
  registered: boolean;
} {
  if (callback === undefined || !/^https?:\/\//i.test(callback)) {
    return { url: "http://127.0.0.1:3000/callback", port: 3000, registered: false };
  }
  const { port, protocol } = new URL(callback);
  if (port !== "" || protocol === "https:") {
    return { url: callback, port: Number(port) || 3000, registered: true };
  }
  const url = callback.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?=\/|$)/i, "$1:3000");
  return { url, port: url === callback ? 80 : 3000, registered: true };
}

function shell(value: string | number): string {
  return `'${String(value).replaceAll("'", String.raw`'\''`)}'`;
}

function php(value: string | number): string {
  return `'${String(value).replace(/['\\]/g, String.raw`\$&`)}'`;
}
