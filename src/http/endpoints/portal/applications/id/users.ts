import { beginOfGrants } from "../../../../../domain/grant-series.ts";
import { usersSection } from "../../../../../pages/views/portal/applications/id/users.ts";
import { forApplication, showTab } from "../../../../browser/application-page.ts";
import { endpoint } from "../../../../operation/endpoint.ts";

/** docs/reference/interface.md §15. */
export const users = endpoint({
  name: "portal/applications/:id/users",
  paths: ["/portal/applications/:id/users"],
  methods: ["GET"],
  section: "15",
  summary: "Shows how many users have given an application access, over time",
  limit: "account-pages",
  reads: [],
  ...forApplication({
    showTo: "viewer",
    async show(call) {
      const { viewer, application, dependencies, now } = call;
      const grants = await dependencies.ledger.grantCounts(application.id, beginOfGrants(now));
      return showTab(call, "users", usersSection(viewer.frame, { grants, now }));
    },
  }),
});
