import type { ApplicationId } from "../../domain/credentials.ts";
import { beginOf, usagePeriods } from "../../domain/usage-periods.ts";
import { myApplicationsPage } from "../../pages/views/portal.ts";
import { queryOf } from "../../verification/authentication/incoming.ts";
import { endingsFor } from "../browser/endings.ts";
import { ownSearchIn } from "../browser/search.ts";
import { forSignedIn } from "../browser/signed-in.ts";
import { endpoint, pageReply } from "../operation/endpoint.ts";

/** docs/reference/interface.md §15. */
export const myApplications = endpoint({
  name: "portal",
  paths: ["/portal"],
  methods: ["GET"],
  section: "15",
  summary: "Shows the applications that the user owns or works on",
  limit: "account-pages",
  reads: [],
  ...forSignedIn({
    async show(call) {
      const { incoming, dependencies, session, viewer, now } = call;
      const { ledger, usage } = dependencies;
      const { search, hrefs } = ownSearchIn(incoming);
      const { total, slice } = await ledger.applicationsFor(session.userId, search);
      const uses = await usage.hoursOf(
        slice.map(({ id }) => id),
        beginOf(usagePeriods.day, now),
      );
      const ends = new Map<ApplicationId, number | undefined>();
      for (const { id } of slice) ends.set(id, (await endingsFor(call, id))[0]?.sunset.endsAt);
      const first = { after: undefined, size: 1 };
      const waiting = await ledger.applicationInvitations(session.userId, now, first);
      return pageReply(
        myApplicationsPage({
          viewer,
          applications: slice.map((one) => ({
            ...one,
            uses: uses.get(one.id) ?? [],
            endsAt: ends.get(one.id),
          })),
          total,
          baseUrl: dependencies.origins[0],
          now,
          text: search.text,
          order: search.order,
          invited: waiting.length > 0,
          deleted: queryOf(incoming).has("deleted"),
          ...hrefs(total),
        }),
      );
    },
  }),
});
