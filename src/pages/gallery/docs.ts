import { hmacSha1 } from "#oauth1";
import { limits, limitWindowMs } from "../../domain/limits.ts";
import { docsGroups, docsPages } from "../views/docs/contents.ts";
import { findInDocs } from "../views/docs/find-in-docs.ts";
import { loadHighlight } from "../views/docs/highlight.ts";
import { docsPage } from "../views/docs/id.ts";
import { limits as limitsPage } from "../views/docs/limits.ts";
import type { Docs, DocsPage, DocumentedOperation, ShownApplication } from "../views/docs/page.ts";
import { docsSearchPage } from "../views/docs/search.ts";
import { quickstart } from "../views/docs.ts";
import { html } from "../views/html.ts";
import type { Viewer } from "../views/viewer.ts";
import { weatherBot } from "./example-application.ts";
import type { GalleryState } from "./gallery-state.ts";
import { exampleRequests } from "./portal/requests.ts";
import { sent } from "./portal/try.ts";

const highlight = await loadHighlight();

export function docsStates(viewer: Viewer): readonly GalleryState[] {
  const usual: Docs = {
    frame: { ...viewer.frame, here: "/docs" },
    viewer,
    signUp: false,
    links: [],
    groups: docsGroups,
    language: "python",
    highlight,
    baseUrl: "https://countersign.example",
    signatureMethods: [hmacSha1],
    operations,
    failures: limits["failed-credentials"].limit,
    limits: [
      ...Object.entries(limits)
        .filter(([, row]) => "family" in row)
        .map(([name, { limit, per }]) => ({
          ...{ name, usual: limit, per },
          windows: [{ limit, length: limitWindowMs }] as const,
        })),
      {
        ...{ name: "api/exports", usual: 10, per: "application" },
        windows: [
          { limit: 10, length: 1000 },
          { limit: 10_000, length: "month" },
        ],
      },
    ],
  };
  const links = [
    { title: "API reference", href: "https://api.example.com/reference" },
    { title: "Status", href: "https://status.example.com/" },
  ];
  const signedOut: Docs = { ...usual, viewer: undefined, signUp: true, links };
  return [
    ...docsPages.map((one) => ({
      name: ["docs", one.id].filter((part) => part !== undefined).join("-"),
      page: docsPage(usual, one),
    })),
    ...ownStates(usual),
    {
      name: "docs-own",
      page: docsPage(
        { ...signedOut, groups: [...docsGroups, { title: "Harbor ID", pages: [ownPage] }] },
        ownPage,
      ),
    },
    ...["signature", "no such words", ""].map((query) => ({
      name: `docs-search-${query.replaceAll(" ", "-") || "empty"}`,
      page: docsSearchPage(signedOut, { query, found: findInDocs(signedOut, query) }),
    })),
    {
      name: "docs-search-secret",
      page: docsSearchPage(usual, { query: "", found: [], maySecret: true }),
    },
    { name: "docs-signed-out", page: docsPage(signedOut, quickstart) },
    {
      name: "docs-unlimited",
      page: docsPage({ ...usual, limits: undefined, failures: undefined }, limitsPage),
    },
  ];
}

/** As the parser would make it of a file. */
const ownPage: DocsPage = {
  id: "orders",
  title: "Orders",
  description: "How to read a customer’s orders.",
  intro: html`<p>Each order has an ID.</p><blockquote><p>It never changes.</p></blockquote>`,
  sections: [
    {
      id: "section-list",
      title: "List them",
      content: () => html`<p>Call <code>GET /orders</code>.</p>
<pre tabindex="0"><code>${highlight('{ "orders": [] }', "json")}</code></pre>
<div class="scroll" tabindex="0"><table aria-label="List them"><thead><tr><th scope="col">Name</th><th scope="col">Meaning</th></tr></thead><tbody><tr><td>id</td><td>Its ID</td></tr></tbody></table></div>
<h3 id="section-pages">Pages</h3><ul><li>first</li></ul><hr>`,
    },
    { id: "section-change", title: "Change one", content: () => html`<p>Not yet.</p>` },
  ],
};

/** The quickstart of someone who has an application, on the way to its first call. */
function ownStates(docs: Docs): readonly GalleryState[] {
  const one = {
    application: weatherBot,
    isNewest: true,
    hasOwnToken: true,
    log: { latest: undefined },
    now: exampleRequests.at,
  };
  const states: Readonly<Record<string, ShownApplication>> = {
    "without-token": { ...one, hasOwnToken: false },
    waiting: one,
    sent: { ...one, sent },
    arrived: { ...one, log: { latest: exampleRequests.verified } },
    rejected: { ...one, log: { latest: exampleRequests.rejected } },
    unlogged: { ...one, log: undefined },
  };
  return Object.entries(states).map(([name, own]) => ({
    name: `docs-${name}`,
    page: docsPage({ ...docs, own }, quickstart),
  }));
}

const operations: readonly DocumentedOperation[] = [
  {
    name: "oauth/request_token",
    methods: ["POST", "GET"],
    path: "/oauth/request_token",
    summary: "Issues a request token",
    scheme: "signed by the consumer",
    parameters: [
      {
        name: "oauth_callback",
        required: true,
        meaning: "Where the user is sent after approving, or oob for a PIN.",
      },
      {
        name: "x_auth_access_type",
        required: false,
        meaning: "Requests a lower access level.",
        values: ["read", "write"],
      },
    ],
    example: {
      request: "POST /oauth/request_token HTTP/1.1\nHost: id.example.com",
      response: 'HTTP/1.1 200 OK\nContent-Type: application/json\n\n{"ok":true}',
    },
    rejections: [{ when: "There is no `oauth_callback`.", status: 400, code: 215 }],
  },
  {
    name: "account/verify_credentials",
    methods: ["GET"],
    path: "/1.1/account/verify_credentials.json",
    summary: "Returns the user whose access token signs the request",
    scheme: "signed with an access token",
    parameters: [],
    example: undefined,
    rejections: [],
  },
];
