import { beginOfGrants } from "../../../../domain/grant-series.ts";
import { endpoint } from "../../../../endpoint.ts";
import { forApplication, showTab } from "../../../../pages/application-page.ts";
import { usersSection } from "../../../../views/portal/applications/id/users.ts";

/** docs/reference/interface.md §15. */
export const users = endpoint({
  name: "portal/applications/:id/users",
  paths: ["/portal/applications/:id/users"],
  methods: ["GET"],
  section: "15",
  summary: "Shows how many people have given an application access, over time",
  limit: "account-pages",
  reads: [],
  ...forApplication({
    showTo: "viewer",
    async show(call) {
      const { person, application, dependencies, now } = call;
      const grants = await dependencies.ledger.grantCounts(application.id, beginOfGrants(now));
      return showTab(call, "users", usersSection(person.frame, { grants, now }), ["chart"]);
    },
  }),
});
