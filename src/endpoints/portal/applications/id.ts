import { beginOf, usagePeriods } from "../../../domain/usage-periods.ts";
import { endpoint } from "../../../endpoint.ts";
import { forApplication, showTab } from "../../../pages/application-page.ts";
import { mostPeopleCounted } from "../../../views/portal/applications/id/delete.ts";
import { overviewSection } from "../../../views/portal/applications/id.ts";

/** docs/reference/interface.md §15. */
export const application = endpoint({
  name: "portal/applications/:id",
  paths: ["/portal/applications/:id"],
  methods: ["GET"],
  section: "15",
  summary: "Shows an application to its owner and collaborators",
  limit: "account-pages",
  reads: [],
  ...forApplication({
    showTo: "viewer",
    async show(call) {
      const { person, application, role, now } = call;
      const { ledger, usage } = call.dependencies;
      const { day } = usagePeriods;
      const section = overviewSection({
        person,
        application,
        role,
        uses: await usage.usageOf(application.id, day.resolution, beginOf(day, now)),
        people: await ledger.countGrants(application.id, mostPeopleCounted),
        now,
      });
      return showTab(call, "overview", section, ["copy"]);
    },
  }),
});
