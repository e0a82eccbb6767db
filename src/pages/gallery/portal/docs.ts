import { hmacSha1 } from "#oauth1";
import { limits } from "../../../domain/limits.ts";
import { type Docs, docsPage } from "../../views/portal/docs.ts";
import type { Viewer } from "../../views/viewer.ts";
import type { GalleryState } from "../gallery-state.ts";

export function docsStates(viewer: Viewer): readonly GalleryState[] {
  const usual: Docs = {
    viewer,
    baseUrl: "https://countersign.example",
    signatureMethods: [hmacSha1],
    operations: [
      {
        name: "oauth/request_token",
        methods: ["POST", "GET"],
        path: "/oauth/request_token",
        summary: "Issues a request token",
        scheme: "signed by the consumer",
      },
    ],
    limits: Object.entries(limits).map(([name, { limit, per }]) => ({ name, usual: limit, per })),
  };
  return [
    { name: "docs", page: docsPage(usual) },
    { name: "docs-unlimited", page: docsPage({ ...usual, limits: undefined }) },
  ];
}
