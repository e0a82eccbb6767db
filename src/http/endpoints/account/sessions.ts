import type { TokenDigest } from "../../../domain/credentials.ts";
import type { SessionsDone } from "../../../pages/languages/english/account.ts";
import { sessionsPage } from "../../../pages/views/account/sessions.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import { listedSessions } from "../../browser/own-lists.ts";
import { pageOf, pageSize } from "../../browser/paging.ts";
import { forSignedIn } from "../../browser/signed-in.ts";
import { endpoint, pageReply, seeOther } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §14. The digest of a session's id names it, and gives no access. */
export const sessions = endpoint({
  name: "account/sessions",
  paths: ["/account/sessions"],
  methods: ["GET", "POST"],
  section: "14",
  summary: "Shows the user's sessions, and ends one or all others",
  limit: "account-pages",
  reads: [],
  ...forSignedIn({
    fields: [{ name: "session", required: false, meaning: "With end: the digest of its ID." }],
    async show(call) {
      const { incoming, dependencies, session, viewer, now } = call;
      const after = queryOf(incoming).get("after") ?? undefined;
      const page = { after, size: pageSize + 1 };
      const rows = await dependencies.ledger.sessionsOf(session.userId, now, page);
      const { slice: all, nextHref } = pageOf(rows, "/account/sessions", (one) => one.digest);
      const listed = listedSessions(call, all);
      const done = doneIn(queryOf(incoming), listed.length);
      return pageReply(sessionsPage({ viewer, sessions: listed, done, nextHref }));
    },
    changes: {
      end: {
        sensitive: false,
        async run({ dependencies, session: { userId }, auditContext }, form) {
          await dependencies.ledger.endSession(
            { userId, digest: (form.get("session") ?? "") as TokenDigest },
            auditContext,
          );
          return seeOther("/account/sessions?ended");
        },
      },
      "end-others": {
        sensitive: false,
        async run({ dependencies, session, auditContext }) {
          await dependencies.ledger.endOtherSessions(session, auditContext);
          return seeOther("/account/sessions?ended-others");
        },
      },
    },
  }),
});

/** The query's claim is shown only if it is true: anyone can write a URL. */
function doneIn(query: URLSearchParams, open: number): SessionsDone | undefined {
  if (query.has("ended")) return "ended";
  return query.has("ended-others") && open === 1 ? "ended-others" : undefined;
}
