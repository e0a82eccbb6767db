import { hmacSha1 } from "#oauth1";
import { limits, limitWindowMs } from "../../../domain/limits.ts";
import { docsPage, docsParts } from "../../views/portal/docs/id.ts";
import { limits as limitsPart } from "../../views/portal/docs/limits.ts";
import type { Docs, DocumentedOperation } from "../../views/portal/docs/part.ts";
import { firstSteps } from "../../views/portal/docs.ts";
import type { Viewer } from "../../views/viewer.ts";
import type { GalleryState } from "../gallery-state.ts";

export function docsStates(viewer: Viewer): readonly GalleryState[] {
  const usual: Docs = {
    viewer,
    baseUrl: "https://countersign.example",
    signatureMethods: [hmacSha1],
    operations,
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
  return [
    { name: "docs", page: docsPage(usual, firstSteps) },
    ...Object.entries(docsParts).map(([id, part]) => ({
      name: `docs-${id}`,
      page: docsPage(usual, part),
    })),
    { name: "docs-unlimited", page: docsPage({ ...usual, limits: undefined }, limitsPart) },
  ];
}

const operations: readonly DocumentedOperation[] = [
  {
    name: "oauth/request_token",
    methods: ["POST", "GET"],
    path: "/oauth/request_token",
    summary: "Issues a request token",
    scheme: "signed by the consumer",
  },
  {
    name: "1.1/account/verify_credentials",
    methods: ["GET"],
    path: "/1.1/account/verify_credentials.json",
    summary: "Returns the user whose access token signs the request",
    scheme: "signed with an access token",
  },
];
