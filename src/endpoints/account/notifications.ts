import { queryOf } from "../../authentication/incoming.ts";
import { notificationKinds } from "../../domain/notification.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../endpoint.ts";
import type { Changing } from "../../pages/change.ts";
import { countChange } from "../../pages/count-change.ts";
import type { Form, PersonCall } from "../../pages/person-call.ts";
import { forSignedIn } from "../../pages/signed-in.ts";
import { notificationsPage } from "../../views/account/notifications.ts";

/** docs/reference/interface.md §14. */
export const notifications = endpoint({
  name: "account/notifications",
  paths: ["/account/notifications"],
  methods: ["GET", "POST"],
  section: "14",
  summary: "Shows and changes which emails about applications a person receives",
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
    async show({ incoming, dependencies: { ledger, mail }, session, person }) {
      const [off, user] = [
        await ledger.notificationsOff(session.userId),
        await ledger.userById(session.userId),
      ];
      const why = mail === undefined ? "withoutMail" : user?.emailProven ? undefined : "unproven";
      const saved = queryOf(incoming).has("saved");
      return pageReply(notificationsPage({ person, off, saved, ...(why && { why }) }));
    },

    changes: { "": { sensitive: false, run: save } },
  }),
});

async function save(call: Changing<PersonCall>, form: Form): Promise<Reply> {
  const { dependencies, session, auditContext } = call;
  const { ledger } = dependencies;
  const off = notificationKinds.filter((kind) => form.get(kind) !== "on");
  const before = await ledger.notificationsOff(session.userId);
  if (off.join() !== before.join()) await countChange("profile-changes", call);
  await ledger.changeNotifications({ userId: session.userId, off }, auditContext);
  return seeOther("/account/notifications?saved");
}
