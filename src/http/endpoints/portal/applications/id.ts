import { beginOf, usagePeriods } from "../../../../domain/usage-periods.ts";
import { maxUsersCounted } from "../../../../pages/views/portal/applications/id/delete.ts";
import { overviewSection } from "../../../../pages/views/portal/applications/id.ts";
import { endpoint } from "../../../../verification/endpoint.ts";
import { forApplication, showTab } from "../../../browser/application-page.ts";

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
      const { viewer, application, role, now } = call;
      const { ledger, usage } = call.dependencies;
      const { day } = usagePeriods;
      const section = overviewSection({
        viewer,
        application,
        role,
        uses: await usage.usageOf(application.id, day.resolution, beginOf(day, now)),
        users: await ledger.countGrants(application.id, maxUsersCounted),
        now,
      });
      return showTab(call, "overview", section, ["copy"]);
    },
  }),
});
