import { kindsFor, notificationKinds } from "../../../domain/notification.ts";
import { notificationsPage } from "../../../pages/views/account/notifications.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import type { Changing } from "../../browser/change.ts";
import { countChange } from "../../browser/count-change.ts";
import { forSignedIn } from "../../browser/signed-in.ts";
import type { Form, ViewerCall } from "../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §14. */
export const notifications = endpoint({
  name: "account/notifications",
  paths: ["/account/notifications"],
  methods: ["GET", "POST"],
  section: "14",
  summary: "Shows and changes which emails about applications a user receives",
  limit: "account-pages",
  reads: [],
  ...forSignedIn({
    // Emails about the account itself cannot be turned off.
    fields: notificationKinds.map((name) => ({
      name,
      required: false,
      meaning: "Such emails are sent; without it they are not.",
      values: ["on"],
    })),
    async show({ incoming, dependencies: { ledger, mail }, session, viewer }) {
      const [off, user] = [
        await ledger.notificationsOff(session.userId),
        await ledger.userById(session.userId),
      ];
      const why =
        mail === undefined ? "withoutMail" : user?.emailVerified ? undefined : "unverified";
      const saved = queryOf(incoming).has("saved");
      return pageReply(notificationsPage({ viewer, off, saved, ...(why && { why }) }));
    },

    changes: { "": { sensitive: false, run: save } },
  }),
});

async function save(call: Changing<ViewerCall>, form: Form): Promise<Reply> {
  const { dependencies, session, auditContext, viewer } = call;
  const { ledger } = dependencies;
  const before = await ledger.notificationsOff(session.userId);
  const chosen = new Set(kindsFor(viewer));
  // What the page doesn't show stays, for a user who becomes an administrator again.
  const off = notificationKinds.filter((kind) =>
    chosen.has(kind) ? form.get(kind) !== "on" : before.includes(kind),
  );
  if (off.join() !== before.join()) await countChange("profile-changes", call);
  await ledger.changeNotifications({ userId: session.userId, off }, auditContext);
  return seeOther("/account/notifications?saved");
}
