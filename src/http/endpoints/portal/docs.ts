import { docsPage } from "../../../pages/views/portal/docs.ts";
import { endpoint, pageReply } from "../../../verification/endpoint.ts";
import { limitsInForce } from "../../../verification/rate-limits/limits-in-force.ts";
import { forSignedIn } from "../../browser/signed-in.ts";

/** docs/reference/interface.md §15. */
export const docs = endpoint({
  name: "portal/docs",
  paths: ["/portal/docs"],
  methods: ["GET"],
  section: "15",
  summary: "The documentation for developers, with this service's addresses",
  limit: "account-pages",
  reads: [],
  ...forSignedIn({
    show({ dependencies: { config, origins, operations }, viewer }) {
      const limits = limitsInForce(config).filter(({ family }) => family !== undefined);
      const page = docsPage({
        viewer,
        baseUrl: origins[0],
        operations,
        signatureMethods: config.signatureMethods,
        limits: config.rateLimits === "off" ? undefined : limits,
      });
      return pageReply(page);
    },
  }),
});
