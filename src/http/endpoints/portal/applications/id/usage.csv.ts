import { usageCsv } from "../../../../../domain/usage-csv.ts";
import { beginOf } from "../../../../../domain/usage-periods.ts";
import { queryOf } from "../../../../../verification/authentication/incoming.ts";
import { forApplication, hrefOf } from "../../../../browser/application-page.ts";
import { usageRange } from "../../../../browser/usage-window.ts";
import { endpoint, seeOther } from "../../../../operation/endpoint.ts";

/** docs/reference/interface.md §15. */
export const usageFile = endpoint({
  name: "portal/applications/:id/usage.csv",
  paths: ["/portal/applications/:id/usage.csv"],
  methods: ["GET"],
  section: "15",
  summary: "Downloads an application's usage as comma-separated values",
  limit: "account-pages",
  reads: [],
  ...forApplication({
    showTo: "viewer",
    async show({ application, incoming, dependencies, now }) {
      const { id } = application;
      const query = queryOf(incoming);
      const range = usageRange(query, now);
      // The page says what is wrong.
      if ("problems" in range) return seeOther(`${hrefOf(application)}/usage?${query}`);
      const { period, now: end } = range;
      const time = { since: beginOf(period, end), until: end + 1 };
      const uses = await dependencies.usage.usageOf(id, period.resolution, time);
      const [from, to] = [time.since, end].map((at) => new Date(at).toISOString().slice(0, 10));
      const headers = {
        "content-disposition": `attachment; filename="usage-${id}-${from}-${to}.csv"`,
      };
      return { status: 200, type: "csv", body: usageCsv(uses), headers };
    },
  }),
});
