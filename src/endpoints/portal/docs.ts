import { endpoint, pageReply } from "../../endpoint.ts";
import { forSignedIn } from "../../pages/signed-in.ts";
import { limitsInForce } from "../../rate-limits/limits-in-force.ts";
import { docsPage } from "../../views/portal/docs.ts";

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
    show({ dependencies: { config, origins, operations }, person }) {
      const limits = limitsInForce(config).filter(({ family }) => family !== undefined);
      const page = docsPage({
        person,
        baseUrl: origins[0],
        operations,
        limits: config.rateLimits === "off" ? undefined : limits,
      });
      return pageReply(page);
    },
  }),
});
