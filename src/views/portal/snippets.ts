/**
 * Programs that a developer copies from an application's page and runs as they stand. The consumer key
 * is filled in; secrets come from the environment. test/interop/snippets.test.ts runs each of them.
 */

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
  return [
    {
      id: "curl",
      title: "curl",
      language: "sh",
      packages: [],
      variables: ["CONSUMER_SECRET"],
      code: curl(application),
    },
    {
      id: "openid-client",
      title: "openid-client",
      language: "js",
      packages: ["openid-client"],
      variables: ["CONSUMER_SECRET"],
      code: openidClient(application),
    },
    {
      id: "oauth-1.0a",
      title: "oauth-1.0a",
      language: "js",
      packages: ["oauth-1.0a"],
      variables: ["CONSUMER_SECRET", "ACCESS_TOKEN", "ACCESS_TOKEN_SECRET"],
      code: oauth10a(application),
    },
    {
      id: "oauth",
      title: "oauth (node-oauth)",
      language: "js",
      packages: ["oauth"],
      variables: ["CONSUMER_SECRET"],
      code: nodeOauth(application),
    },
    {
      id: "passport-twitter",
      title: "passport-twitter (Express)",
      language: "js",
      packages: ["express", "express-session", "passport", "passport-twitter"],
      variables: ["CONSUMER_SECRET"],
      code: passportTwitter(application),
    },
  ];
}

/** Secrets reach curl on its standard input: arguments are for everybody on the machine to see. */
function curl({ baseUrl, consumerKey }: Application): string {
  return `base=${shell(baseUrl)}
key=${shell(consumerKey)}

# 1. A bearer token of the application itself.
token=$(printf 'user = "%s:%s"' "$key" "$CONSUMER_SECRET" |
  curl --silent --show-error --fail --config - \\
    --data grant_type=client_credentials "$base/oauth2/token" |
  sed -n 's/.*"access_token" *: *"\\([^"]*\\)".*/\\1/p')

# 2. A call with it.
printf 'header = "Authorization: Bearer %s"' "$token" |
  curl --silent --show-error --fail --config - \\
    "$base/1.1/application/rate_limit_status.json"
`;
}

function openidClient({ baseUrl, consumerKey }: Application): string {
  const isHttp = baseUrl.startsWith("http:");
  return `import * as client from ${js("openid-client")};

// 1. A bearer token of the application itself.
const base = ${js(baseUrl)};
const config = new client.Configuration(
  { issuer: base, token_endpoint: base + "/oauth2/token" },
  ${js(consumerKey)},
  undefined,
  client.ClientSecretBasic(process.env.CONSUMER_SECRET),
);
${isHttp ? "client.allowInsecureRequests(config); // The service is at an http address.\n" : ""}const { access_token } = await client.clientCredentialsGrant(config);

// 2. A call with it.
const url = new URL(base + "/1.1/application/rate_limit_status.json");
const response = await client.fetchProtectedResource(config, access_token, url, "GET");
console.log(await response.text());
`;
}

function oauth10a({ baseUrl, consumerKey }: Application): string {
  return `import { createHmac } from ${js("node:crypto")};
import OAuth from ${js("oauth-1.0a")};

const { CONSUMER_SECRET, ACCESS_TOKEN, ACCESS_TOKEN_SECRET } = process.env;
const oauth = new OAuth({
  consumer: { key: ${js(consumerKey)}, secret: CONSUMER_SECRET },
  signature_method: "HMAC-SHA1",
  hash_function: (text, key) => createHmac("sha1", key).update(text).digest("base64"),
});

// A call as the person to whom the access token belongs.
const url = ${js(`${baseUrl}/1.1/account/verify_credentials.json`)};
const token = { key: ACCESS_TOKEN, secret: ACCESS_TOKEN_SECRET };
const headers = oauth.toHeader(oauth.authorize({ url, method: "GET" }, token));
const response = await fetch(url, { headers: { ...headers } });
console.log(await response.text());
`;
}

/** A program in a terminal has no callback of its own, so it uses a PIN whatever is registered. */
function nodeOauth({ baseUrl, consumerKey }: Application): string {
  return `import { createInterface } from ${js("node:readline/promises")};
import { OAuth } from ${js("oauth")};

const base = ${js(baseUrl)};
const [key, secret] = [${js(consumerKey)}, process.env.CONSUMER_SECRET];
const [request, exchange] = [base + "/oauth/request_token", base + "/oauth/access_token"];
const oauth = new OAuth(request, exchange, key, secret, "1.0A", "oob", "HMAC-SHA1");

// 1. A request token, which the person approves in a browser.
oauth.getOAuthRequestToken(async (error, token, tokenSecret) => {
  if (error) throw new Error(error.data ?? error.code);
  console.log(base + "/oauth/authorize?oauth_token=" + token);
  const input = createInterface({ input: process.stdin, output: process.stdout });
  const pin = await input.question("Open this address, then type the PIN: ");
  input.close();
  // 2. With the PIN it becomes an access token.
  oauth.getOAuthAccessToken(token, tokenSecret, pin, (error, access, accessSecret, person) => {
    if (error) throw new Error(error.data ?? error.code);
    console.log("You may now act for @" + person.screen_name);
  });
});
`;
}

function passportTwitter({ baseUrl, consumerKey, callback }: Application): string {
  const { url, port, remark } = landing(callback);
  return `import express from ${js("express")};
import session from ${js("express-session")};
import passport from ${js("passport")};
import { Strategy } from ${js("passport-twitter")};

const base = ${js(baseUrl)};
const callbackURL = ${js(url)};${remark}
const options = {
  requestTokenURL: base + "/oauth/request_token",
  accessTokenURL: base + "/oauth/access_token",
  userAuthorizationURL: base + "/oauth/authenticate",
  userProfileURL: base + "/1.1/account/verify_credentials.json",
  consumerKey: ${js(consumerKey)},
  consumerSecret: process.env.CONSUMER_SECRET,
  callbackURL,
};
passport.use(new Strategy(options, (token, secret, profile, done) => done(null, profile)));
const signIn = passport.authenticate("twitter", { session: false });
const app = express();
app.use(session({ secret: crypto.randomUUID(), resave: false, saveUninitialized: false }));
app.get("/", signIn);
app.get(new URL(callbackURL).pathname, signIn, ({ user }, response) => {
  response.json({ signedInAs: user.username });
});
app.listen(${port}, () => console.log("Open " + new URL("/", callbackURL)));
`;
}

/**
 * Where a program of the developer's own machine takes the person back. Of 127.0.0.1 and [::1] any
 * port is accepted (RFC 8252 §7.3), and port 80 is not everybody's to listen on.
 */
function landing(callback: string | undefined): { url: string; port: number; remark: string } {
  if (callback === undefined || !/^https?:\/\//i.test(callback)) {
    const remark = " // Add it to the application first.";
    return { url: "http://127.0.0.1:3000/callback", port: 3000, remark };
  }
  const { port, protocol } = new URL(callback);
  if (port !== "" || protocol === "https:") {
    return { url: callback, port: Number(port) || 3000, remark: "" };
  }
  const url = callback.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?=\/|$)/i, "$1:3000");
  return { url, port: url === callback ? 80 : 3000, remark: "" };
}

/** One word of a shell, whatever is in it. */
function shell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A string in JavaScript. Imports are written with it too: they are the reader's and not ours (test/architecture.test.ts). */
function js(text: string): string {
  return JSON.stringify(text);
}
