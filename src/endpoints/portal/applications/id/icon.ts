import { requesterOf } from "../../../../authentication/incoming.ts";
import type { ApplicationIcon } from "../../../../domain/application.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../../../endpoint.ts";
import { mostIconBytes } from "../../../../icons/icons.ts";
import type { IconProblem } from "../../../../languages/english/portal/settings.ts";
import {
  type ApplicationCall,
  forApplication,
  hrefOf,
} from "../../../../pages/application-page.ts";
import type { Changing } from "../../../../pages/change.ts";
import { multipartForm } from "../../../../pages/multipart-form.ts";
import type { Form } from "../../../../pages/person-call.ts";
import { iconPage } from "../../../../views/portal/applications/id/icon.ts";

/** docs/reference/interface.md §15. */
export const applicationIcon = endpoint({
  name: "portal/applications/:id/icon",
  paths: ["/portal/applications/:id/icon"],
  methods: ["GET", "POST"],
  section: "15",
  summary: "Takes an application's icon, as multipart/form-data, or takes it away",
  limit: "account-pages",
  // The rest of the form needs room around the file.
  mostBodyBytes: mostIconBytes + 16 * 1024,
  reads: [],
  ...forApplication({
    fields: [
      { name: "icon", required: false, meaning: "With set: a PNG, JPEG or WebP up to 512 KB." },
    ],
    readForm: multipartForm,
    show: ({ person, application }) => pageReply(iconPage({ person, application })),
    // The icon decides nothing, and the consent page says that it changed.
    changes: {
      set: { sensitive: false, run: set },
      remove: { sensitive: false, run: (call) => change(call, undefined) },
    },
  }),
});

async function set(call: Changing<ApplicationCall>, form: Form): Promise<Reply> {
  const { incoming, person, session, application, dependencies } = call;
  const image = Buffer.from(form.get("icon") ?? "", "latin1");
  const refuse = (problem: IconProblem) =>
    pageReply(iconPage({ person, application, problem }), { status: 422 });
  if (image.length === 0) return refuse("missing");
  if (image.length > mostIconBytes) return refuse("too-large");
  const icon = await dependencies.icons.encoded(image, requesterOf(incoming, session.userId));
  if (icon === undefined) return refuse("unreadable");
  return change(call, icon);
}

async function change(
  { dependencies, application, auditContext, now }: Changing<ApplicationCall>,
  icon: ApplicationIcon | undefined,
): Promise<Reply> {
  await dependencies.ledger.setApplicationIcon(
    { applicationId: application.id, icon, now },
    auditContext,
  );
  return seeOther(`${hrefOf(application)}/settings?saved`);
}
