import { beginningOf, dayOf } from "../../domain/day.ts";
import { accountPage } from "../../pages/views/account.ts";
import { listedSessions, withActor, withLastUse } from "../browser/own-lists.ts";
import { shownSignInMethods } from "../browser/own-sign-in-methods.ts";
import { pageSize } from "../browser/paging.ts";
import { forSignedIn } from "../browser/signed-in.ts";
import { endpoint, pageReply } from "../operation/endpoint.ts";

/** How much of each list the overview has. */
const most = { applications: 4, sessions: 3, events: 5 } as const;

/** docs/reference/interface.md §14. */
export const account = endpoint({
  name: "account",
  paths: ["/account"],
  methods: ["GET"],
  section: "14",
  summary:
    "Shows what is connected to the account, how the user signs in, and what happened to it last",
  limit: "account-pages",
  reads: [],
  ...forSignedIn({
    async show(call) {
      const { dependencies, session, viewer, now } = call;
      const { ledger } = dependencies;
      const { userId } = session;
      const asked = { text: "", order: "newest", offset: 0, size: pageSize } as const;
      const [user, methods, granted, approvals, open, events] = await Promise.all([
        ledger.userById(userId),
        shownSignInMethods(call),
        ledger.grantedApplications(userId, asked),
        ledger.pendingApprovals(userId, now),
        ledger.sessionsOf(userId, now, { after: undefined, size: pageSize }),
        ledger.eventsOf(userId, { after: undefined, size: most.events }),
      ]);
      const used = granted.slice
        .toSorted((one, other) => (other.lastUsedDay ?? 0) - (one.lastUsedDay ?? 0))
        .map(withLastUse);
      return pageReply(
        accountPage({
          viewer,
          userId,
          email: user?.email ?? "",
          emailVerified: user?.emailVerified ?? false,
          methods,
          applications: used.slice(0, most.applications),
          waiting: approvals.length,
          sessions: listedSessions(call, open).slice(0, most.sessions),
          events: events.map((one) => withActor(call, one)),
          today: beginningOf(dayOf(now)),
        }),
      );
    },
  }),
});
