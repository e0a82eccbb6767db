/** The one page is in English, so that the browser's search finds everything. */

import { hmacSha1, type SignatureMethod } from "#oauth1";
import { type RequestErrorRow, requestErrors } from "../../../domain/errors.ts";
import { methodsFor } from "../../../domain/signature-methods.ts";
import { type Html, html } from "../html.ts";
import { table } from "../list.ts";
import { signedInPage } from "../signed-in-page.ts";
import type { Viewer } from "../viewer.ts";
import { signingExample } from "./docs/signing-example.ts";

/** Programs call the operation or send users to it; the portal's documentation lists it. */
export interface DocumentedOperation {
  readonly name: string;
  readonly methods: readonly string[];
  readonly path: string;
  readonly summary: string;
  readonly scheme: string;
}

export type Docs = {
  readonly viewer: Viewer;
  readonly baseUrl: string;
  /** Those that are accepted; at least one. */
  readonly signatureMethods: readonly SignatureMethod[];
  readonly operations: readonly DocumentedOperation[];
  /** Undefined if the service has no limits. */
  readonly limits:
    | readonly { readonly name: string; readonly usual: number; readonly per: string }[]
    | undefined;
};

export function docsHrefOf(code: number): string {
  return `/portal/docs#error-${code}`;
}

const sections = {
  first: "Your first application",
  endpoints: "Endpoints",
  signing: "Signing a request",
  errors: "Errors",
  limits: "Limits",
  moving: "Moving from another provider",
} as const;

export function docsPage(docs: Docs): Html {
  const { viewer } = docs;
  const { language, shell, portal } = viewer.frame.texts;
  const title = shell.sections.portal.docs;
  const { inEnglish } = portal.docs;
  return signedInPage(viewer, {
    area: "portal",
    here: "docs",
    title,
    script: "copy",
    main: html`${language.tag !== "en" && html`<p class="quiet">${inEnglish}</p>`}
<article lang="en" dir="ltr" class="docs">
<h1>Documentation</h1>
<ul class="plain">${Object.entries(sections).map(([id, name]) => html`<li><a class="action" href="#${id}">${name}</a></li>`)}</ul>
<p>For tools: <a href="/openapi.json">the OpenAPI description</a></p>
${firstApplication(docs)}
${endpointsOf(docs)}
${signing(docs)}
${errors()}
${limitsOf(docs)}
${moving(docs)}
</article>`,
  });
}

function section(id: keyof typeof sections, content: Html): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${sections[id]}</h2>
${content}
</section>`;
}

function firstApplication({ baseUrl }: Docs): Html {
  return section(
    "first",
    html`<ol class="steps">
<li><a href="/portal/create">Create an application</a>. Register the callback URL that users return to, or none if your program can only show a PIN prompt.</li>
<li>Copy the consumer key and the consumer secret. The secret is shown once.</li>
<li>Open “Try it” on the application’s page and run one of the programs there, or walk through the flow with your own account.</li>
<li>In your program, point your OAuth 1.0a library at <code>${baseUrl}</code>: get a request token, send the user to <code>${baseUrl}/oauth/authorize</code>, and exchange the verifier for an access token.</li>
<li>Keep the access token and its secret. They work until the user revokes them.</li>
</ol>
<p>To act for the application itself, post <code>grant_type=client_credentials</code> to <code>${baseUrl}/oauth2/token</code> with the consumer key and secret as Basic credentials. The same bearer token is returned until it is revoked, so keep it.</p>`,
  );
}

function endpointsOf({ baseUrl, operations }: Docs): Html {
  return section(
    "endpoints",
    table(
      "All endpoints",
      ["Method", "URL", "What it does", "Authentication"],
      operations.map(({ methods, path, summary, scheme }) => [
        methods.join(", "),
        html`<code>${baseUrl}${path}</code>`,
        summary,
        scheme,
      ]),
    ),
  );
}

function signing({ baseUrl, signatureMethods }: Docs): Html {
  const {
    method,
    url,
    signatureMethod,
    parameters,
    normalized,
    baseString,
    key,
    signature,
    header,
  } = signingExample(baseUrl, signatureMethods[0] ?? hmacSha1);
  const shown = (label: string, text: string) =>
    html`<h3>${label}</h3>
<pre><code data-copy>${text}</code></pre>`;
  return section(
    "signing",
    html`<p>A signature is the base64 ${signatureMethod} of a base string, with the consumer secret and the token secret as its key (RFC 5849 §3.4). This example is computed for this service. If your program produces the same strings from these values, it signs correctly.</p>
<p>The request: <code>${method} ${url}</code>, without a token, with the consumer secret <code>example-consumer-secret</code> and these parameters:</p>
${table(
  "Parameters of the example",
  ["Name", "Value"],
  parameters.map(([name, value]) => [html`<code>${name}</code>`, html`<code>${value}</code>`]),
)}
${shown("1. Percent-encode names and values, sort them, and join them", normalized)}
${shown("2. Join method, URL without its query, and parameters: the base string", baseString)}
${shown("3. Join the percent-encoded secrets with &: the key", key)}
${shown("4. Sign: the signature", signature)}
${shown("5. Send it percent-encoded, in the Authorization header", header)}
<p>Parameters of the query and of a form body are signed too; a JSON body is not. Each request needs a new nonce. The timestamp may differ from the server’s clock by 300 seconds.</p>
<p>Accepted signature methods: ${namesOf(signatureMethods)}.${strongerThanSha1(signatureMethods) && html` An application whose programs all use SHA-256 can reject HMAC-SHA1 in its settings.`}</p>
<p>At your administrators’ APIs, an application can call on its own behalf without a bearer token: sign with the consumer key and secret alone, as above, without <code>oauth_token</code>.</p>
<p>A signature doesn’t match? Open <a href="/portal">your application</a>, choose “Debug”, and paste the request: you’ll see what’s wrong with it and both base strings.</p>`,
  );
}

function namesOf(methods: readonly SignatureMethod[]): string {
  return methods.map(({ name }) => name).join(" or ");
}

function strongerThanSha1(methods: readonly SignatureMethod[]): boolean {
  return methodsFor({ requireSha256: true }, methods).length > 0;
}

function errors(): Html {
  const rows: readonly RequestErrorRow[] = Object.values(requestErrors);
  const byCode = Map.groupBy(rows, ({ code }) => code);
  const codes = [...byCode].sort(([one], [other]) => one - other);
  return section(
    "errors",
    html`<p>An error is <code>{"errors":[{"code":…,"message":…}]}</code>. After a colon, the message may add details about this request.</p>
<p>A rejection of a request that names your application has a header <code>x-countersign-request</code>. Log it: for a day “Debug” on the application’s page opens the request by this ID and says why it was rejected.</p>
${codes.map(
  ([code, of]) => html`<h3 id="error-${code}">Code ${code}</h3>
<dl>${of.map(({ status, message, when, advice }) => html`<div><dt>${status}: ${message}</dt><dd>${when}<br><strong>${advice}</strong></dd></div>`)}</dl>`,
)}`,
  );
}

function limitsOf({ limits }: Docs): Html {
  if (limits === undefined) return section("limits", html`<p>Rate limits are turned off.</p>`);
  return section(
    "limits",
    html`<p>Requests in 15 minutes, unless the administrators gave your application its own numbers. Limits of your administrators’ APIs (api/…) may have other windows. The headers <code>x-rate-limit-limit</code>, <code>-remaining</code> and <code>-reset</code> show your remaining quota, as does the “Usage” page.</p>
${table(
  "Limits by operation",
  ["Operation", "Requests", "Counted per"],
  limits.map(({ name, usual, per }) => [html`<code>${name}</code>`, String(usual), per]),
)}`,
  );
}

function moving({ baseUrl, signatureMethods }: Docs): Html {
  return section(
    "moving",
    html`<p>The paths, error codes and messages are those of Twitter’s API v1.1, so libraries for that API work here. Change the host:</p>
${table(
  "Addresses to change",
  ["Setting of your library", "Value"],
  Object.entries({
    "Request token URL": "/oauth/request_token",
    "Authorize URL": "/oauth/authorize",
    "Authenticate URL (sign-in)": "/oauth/authenticate",
    "Access token URL": "/oauth/access_token",
    "Profile URL": "/1.1/account/verify_credentials.json",
    "Bearer token URL": "/oauth2/token",
  }).map(([name, path]) => [name, html`<code>${baseUrl}${path}</code>`]),
)}
<h3>What differs</h3>
<ul class="plain">
<li>Keys, tokens and user IDs of the other provider don’t work here. Create an application, and ask users for access once more.</li>
<li><code>oauth_callback</code> must always be sent, and match a registered URL in everything but its query.</li>
<li>Requests are signed with ${namesOf(signatureMethods)}, and every request needs a nonce that was never used with its timestamp.</li>
<li>An application has one bearer token at a time. Asking again returns the same one.</li>
<li>If a library hard-codes the host, either configure a different one or make this service reachable under that host name.</li>
</ul>`,
  );
}
