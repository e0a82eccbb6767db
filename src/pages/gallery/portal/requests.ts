import type { RequestDetails } from "../../../doctor/logged/request-details.ts";
import { requestPage } from "../../views/admin/applications/id/requests/request.ts";
import { requestsPage } from "../../views/admin/applications/id/requests.ts";
import type { Frame } from "../../views/layout.ts";
import { applicationPage } from "../../views/portal/application-page.ts";
import { requestSection } from "../../views/portal/applications/id/requests/request.ts";
import {
  type RequestFilter,
  type RequestLogPage,
  requestsSection,
  type ShownRequest,
} from "../../views/portal/applications/id/requests.ts";
import { weatherBot } from "../example-application.ts";
import { exampleViewer } from "../example-viewer.ts";
import type { GalleryState } from "../gallery-state.ts";
import { hostile } from "../hostile.ts";

const at = Date.UTC(2026, 10, 22, 9, 30, 27, 412);
const expected =
  "GET&https%3A%2F%2Fid.example.com%2F1.1%2Faccount%2Fverify_credentials.json&oauth_consumer_key%3DAbCdEfGhIjKlMnOpQrStUvWxY%26oauth_nonce%3D5f1c";

const sent: RequestDetails = {
  method: "GET",
  target: "/1.1/account/verify_credentials.json",
  address: "203.0.113.7",
  userAgent: "Python-urllib/3.11",
  timestamp: String(at / 1000 - 2.412),
  nonce: "9d416cb5…",
  signatureMethod: "HMAC-SHA1",
};
const rejected: ShownRequest = {
  ...{ id: "5f1c0d9be2a7-1z", at, operation: "account/verify_credentials", code: 32 },
  ...{ authenticated: false, screenName: undefined },
  details: {
    ...sent,
    explanation: {
      message: "Could not authenticate you",
      request:
        'GET /1.1/account/verify_credentials.json\nHost: id.example.com\nAuthorization: OAuth oauth_consumer_key="AbCdEfGhIjKlMnOpQrStUvWxY", oauth_signature="[hidden]"',
      diagnosis: {
        findings: [
          {
            cause: {
              id: "scheme",
              signed: "http://id.example.com",
              expected: "https://id.example.com",
            },
            certainty: "certain",
          },
        ],
        baseStrings: { expected, signed: expected.replace("https", "http") },
        tried: 41,
      },
    },
  },
};
const verified: ShownRequest = {
  ...rejected,
  ...{ id: "5f1c0d9be2a7-20", at: at - 7_311, code: 0, authenticated: true, screenName: "alice" },
  details: { ...sent, credential: "consumer secret" },
};
/** The page "Try it" shows the latest request. */
export const exampleRequests = { at, verified, rejected };

const gateway: ShownRequest = {
  ...verified,
  ...{ id: "5f1c0d9be2a7-21", at: at - 9_000, operation: "" },
  details: {
    ...{ method: "POST", target: "/1/things?page=[hidden]", origin: "https://api.example.com" },
    ...{ address: "203.0.113.7", credential: "bearer token", scheme: "Bearer" },
  },
};
const alone: ShownRequest = { ...gateway, id: "5f1c0d9be2a7-22", screenName: undefined };
const withoutPath: ShownRequest = {
  ...alone,
  id: "5f1c0d9be2a7-23",
  details: { ...alone.details, target: undefined },
};
const other: ShownRequest = {
  ...rejected,
  ...{ id: "5f1c0d9be2a7-24", operation: "oauth/request_token", code: 415, authenticated: true },
  details: {
    ...sent,
    timestamp: undefined,
    explanation: {
      message: "Callback URL not approved",
      request: "POST /oauth/request_token",
      diagnosis: { findings: [], baseStrings: undefined, tried: 1 },
    },
  },
};
const all = [rejected, verified, gateway, alone, withoutPath, other];
const noFilter: RequestFilter = { text: "", state: "all", code: undefined, period: "all" };

export function requestStates(frame: Frame): readonly GalleryState[] {
  const viewer = exampleViewer(frame);
  const pageOf = (more: Partial<RequestLogPage>): RequestLogPage => ({
    viewer,
    application: weatherBot,
    href: `/portal/applications/${weatherBot.id}/requests`,
    forEditors: true,
    filter: noFilter,
    requests: all,
    counts: { all: 6, verified: 4, rejected: 2 },
    codes: [32, 415],
    isEmpty: false,
    keptDays: 1,
    origin: "https://id.example.com",
    ...more,
  });
  const state = (name: string, more: Partial<RequestLogPage>) => ({
    name: `requests-${name}`,
    page: applicationPage({
      viewer,
      application: weatherBot,
      role: "owner",
      tab: "requests",
      section: ("selected" in more ? requestSection : requestsSection)(pageOf(more)),
    }),
  });
  const adminState = (name: string, more: Partial<RequestLogPage>) => {
    const href = `/admin/applications/${weatherBot.id}/requests`;
    const page = { ...pageOf({ href, forEditors: false, ...more }), application: weatherBot };
    return {
      name: `admin-requests-${name}`,
      page: "selected" in more ? requestPage(page) : requestsPage(page),
    };
  };
  const one = (selected: ShownRequest) => ({ selected });
  const nothing = { requests: [], counts: { all: 0, verified: 0, rejected: 0 } };
  return [
    state("all", {}),
    state("none", { ...nothing, codes: [], isEmpty: true }),
    state("off", { ...nothing, codes: [], isEmpty: true, keptDays: 0 }),
    state("no-match", {
      ...nothing,
      filter: { text: "/2", state: "rejected", code: 32, period: "hour" },
      keptDays: 3,
    }),
    state("unknown", { selected: undefined }),
    state("rejected", one(rejected)),
    state("rejected-right", one(other)),
    state("verified", one(verified)),
    state("gateway", one(gateway)),
    adminState("all", {}),
    adminState("rejected", one(rejected)),
    ...(["previous consumer secret", "previous bearer token"] as const).map((credential) =>
      state(credential.replaceAll(" ", "-"), one({ ...alone, details: { ...sent, credential } })),
    ),
    ...Object.values(hostile).map((text, index) => {
      const selected: ShownRequest = {
        ...rejected,
        ...{ operation: text, screenName: text },
        details: {
          ...rejected.details,
          ...{ method: text, target: text, userAgent: text, address: text, nonce: text },
        },
      };
      return state(`hostile-${index}`, { requests: [selected], ...one(selected) });
    }),
  ];
}
