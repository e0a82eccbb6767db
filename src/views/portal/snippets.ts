/**
 * Programs that a developer copies from an application's page and runs as they stand. The consumer key
 * is filled in; secrets come from the environment. test/interop/snippets.test.ts runs each of them.
 */

import { readFileSync } from "node:fs";

export type Application = {
  readonly baseUrl: string;
  readonly consumerKey: string;
  /** One that is registered; without any, a PIN takes its place. */
  readonly callback: string | undefined;
};

export type Snippet = {
  readonly id: SnippetId;
  /** A program's or library's own name, the same in every language. */
  readonly title: string;
  readonly language: "sh" | "js";
  /** What npm has to fetch before it runs. */
  readonly packages: readonly string[];
  /** What it reads from the environment. */
  readonly variables: readonly Variable[];
  readonly code: string;
};

export type SnippetId = "curl" | "openid-client" | "oauth-1.0a" | "oauth" | "passport-twitter";
export type Variable = "CONSUMER_SECRET" | "ACCESS_TOKEN" | "ACCESS_TOKEN_SECRET";

export function snippets(application: Application): readonly Snippet[] {
  return programs.map(({ source, ...program }) => ({
    ...program,
    code:
      program.language === "sh"
        ? fill(source, /'([A-Z_]+)'/g, application, shell)
        : fill(withoutNeedless(source, application), /"([A-Z_]+)"/g, application, JSON.stringify),
  }));
}

/** Each is a file of its own beside this one, and in it strings that stand for what is filled in. */
const programs = [
  program("curl", "curl", "sh", [], []),
  program("openid-client", "openid-client", "js", ["openid-client"], []),
  program(
    "oauth-1.0a",
    "oauth-1.0a",
    "js",
    ["oauth-1.0a"],
    ["ACCESS_TOKEN", "ACCESS_TOKEN_SECRET"],
  ),
  program("oauth", "oauth (node-oauth)", "js", ["oauth"], []),
  program(
    "passport-twitter",
    "passport-twitter (Express)",
    "js",
    ["express", "express-session", "passport", "passport-twitter"],
    [],
  ),
];

function program(
  id: SnippetId,
  title: string,
  language: Snippet["language"],
  packages: readonly string[],
  tokens: readonly Variable[],
) {
  const file = `${id}.${language === "sh" ? "sh" : "mjs"}`;
  const source = readFileSync(new URL(`programs/${file}`, import.meta.url), "utf8");
  const variables: readonly Variable[] = ["CONSUMER_SECRET", ...tokens];
  return { id, title, language, packages, variables, source };
}

/** In one step, so that nothing filled in is taken for a place to fill in. */
function fill(
  source: string,
  places: RegExp,
  { baseUrl, consumerKey, callback }: Application,
  quoted: (value: string | number) => string,
): string {
  const { url, port } = landing(callback);
  const values: Readonly<Record<string, string | number>> = {
    BASE_URL: baseUrl,
    CONSUMER_KEY: consumerKey,
    CALLBACK: url,
    PORT: port,
  };
  return source.replace(places, (place, name) => {
    const value = values[name];
    return value === undefined ? place : quoted(value);
  });
}

/** Without the lines and remarks that are true of other applications. */
function withoutNeedless(source: string, { baseUrl, callback }: Application): string {
  const withHttp = baseUrl.startsWith("http:")
    ? source
    : source.replace(/^.*allowInsecureRequests.*\n/m, "");
  return landing(callback).registered ? withHttp.replace(/ \/\/ Add it .*$/m, "") : withHttp;
}

/**
 * Where a program of the developer's own machine takes the person back. Of 127.0.0.1 and [::1] any
 * port is accepted (RFC 8252 §7.3), and port 80 is not everybody's to listen on.
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

/** One word of a shell, whatever is in it. */
function shell(value: string | number): string {
  return `'${String(value).replaceAll("'", String.raw`'\''`)}'`;
}
