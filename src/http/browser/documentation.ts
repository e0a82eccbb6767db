import { docsPage } from "../../pages/views/portal/docs/id.ts";
import type { DocsPart } from "../../pages/views/portal/docs/part.ts";
import { limitedNow, limitsInForce } from "../../verification/rate-limits/limits-in-force.ts";
import { pageReply, type Reply } from "../operation/endpoint.ts";
import type { ViewerCall } from "./viewer-call.ts";

/** A page of the documentation, with what this service has and accepts. */
export function showDocs({ dependencies, viewer }: ViewerCall, part: DocsPart): Reply {
  const { config, origins, operations } = dependencies;
  const limits = limitsInForce(limitedNow(dependencies)).filter(
    ({ family }) => family !== undefined,
  );
  const page = docsPage(
    {
      viewer,
      baseUrl: origins[0],
      operations,
      signatureMethods: config.signatureMethods,
      limits: config.rateLimits === "off" ? undefined : limits,
    },
    part,
  );
  return pageReply(page);
}
