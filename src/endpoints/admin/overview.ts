import { browser } from "../../authentication/browser-session.ts";
import type { Dependencies } from "../../dependencies.ts";
import { beginOf, lastMinutes } from "../../domain/use-periods.ts";
import { endpoint, pageReply } from "../../endpoint.ts";
import { forOperators } from "../../pages/signed-in.ts";
import { apiOrigins } from "../../verification/verdict.ts";
import { overviewPage } from "../../views/admin/overview.ts";

/** docs/reference/interface.md §16. Is it well, and does anything need somebody? */
export const overview = endpoint({
  name: "admin",
  paths: ["/admin"],
  methods: ["GET"],
  section: "16",
  summary: "Shows whether the service is well, what needs an operator, and the last hour's use",
  caller: browser,
  limit: "account-pages",
  reads: [],
  produces: "page",
  operation: forOperators({
    async show({ dependencies, person, now }) {
      const { ledger, use, mail } = dependencies;
      const suspended = { text: "", suspendedOnly: true };
      const page = { after: undefined, size: most };
      const [people, applications, waiting, links, events, uses, replayBook] = await Promise.all([
        ledger.searchUsers(suspended, page),
        ledger.searchApplications(suspended, page),
        ledger.searchApplications({ text: "", suspendedOnly: false, waitingOnly: true }, page),
        ledger.links("invitation", now, page),
        ledger.eventsBy({}, { after: undefined, size: 10 }),
        use.useOf("service", lastMinutes.resolution, beginOf(lastMinutes, now)),
        stateOf(dependencies.replayBook),
      ]);
      return pageReply(
        overviewPage({
          person,
          // It has just been asked; had it failed, this would be the error page.
          parts: { ledger: "well", replayBook, mail: mail === undefined ? "absent" : "well" },
          apiOrigins: apiOrigins(dependencies),
          counts: {
            suspendedPeople: people.length,
            suspendedApplications: applications.length,
            waitingApplications: waiting.length,
            invitations: links.length,
          },
          most,
          events,
          uses,
          now,
        }),
        { script: true },
      );
    },
  }),
});

const most = 100;

async function stateOf(replayBook: Dependencies["replayBook"]): Promise<"well" | "failing"> {
  try {
    await replayBook.ping();
    return "well";
  } catch {
    return "failing";
  }
}
