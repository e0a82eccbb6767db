import { browser } from "../../authentication/browser-session.ts";
import { mintSessionId } from "../../domain/credentials.ts";
import { beginOf, lastMinutes } from "../../domain/use-periods.ts";
import type { Surroundings } from "../../surroundings.ts";
import { overviewPage } from "../../views/admin/overview.ts";
import { endpoint, pageReply } from "../endpoint.ts";
import { forOperators } from "../signed-in.ts";

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
  answers: "page",
  operation: forOperators({
    async show({ surroundings, person, now }) {
      const { ledger, use, mail } = surroundings;
      const suspended = { text: "", suspendedOnly: true };
      const page = { after: undefined, size: most };
      const [people, applications, links, events, uses, replayBook] = await Promise.all([
        ledger.searchUsers(suspended, page),
        ledger.searchApplications(suspended, page),
        ledger.links("invitation", now, page),
        ledger.eventsBy({}, { after: undefined, size: 10 }),
        use.useOf("service", lastMinutes.resolution, beginOf(lastMinutes, now)),
        stateOfReplayBook(surroundings, now),
      ]);
      return pageReply(
        overviewPage({
          person,
          // It has just been asked; had it failed, this would be the error page.
          parts: { ledger: "well", replayBook, mail: mail === undefined ? "absent" : "well" },
          counts: {
            suspendedPeople: people.length,
            suspendedApplications: applications.length,
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

/** It has no question that writes nothing, so it is given something to remember that nobody sends. */
async function stateOfReplayBook(
  { replayBook, random }: Surroundings,
  now: number,
): Promise<"well" | "failing"> {
  try {
    const timestamp = Math.floor(now / 1000);
    const nonce = mintSessionId(random);
    return (await replayBook.remember("overview", nonce, timestamp, now)) ? "well" : "failing";
  } catch {
    return "failing";
  }
}
