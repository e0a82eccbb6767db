import type { ApplicationIcon } from "../../../../../domain/application.ts";
import type { IconProblem } from "../../../../../pages/languages/english/portal/settings.ts";
import { iconPage } from "../../../../../pages/views/portal/applications/id/icon.ts";
import { maxIconBytes } from "../../../../../tools/icons/icons.ts";
import { requesterOf } from "../../../../../verification/authentication/incoming.ts";
import {
  type ApplicationCall,
  forApplication,
  hrefOf,
} from "../../../../browser/application-page.ts";
import type { Changing } from "../../../../browser/change.ts";
import { multipartForm } from "../../../../browser/multipart-form.ts";
import type { Form } from "../../../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../../../operation/endpoint.ts";

/** docs/reference/interface.md §15. */
export const applicationIcon = endpoint({
  name: "portal/applications/:id/icon",
  paths: ["/portal/applications/:id/icon"],
  methods: ["GET", "POST"],
  section: "15",
  summary: "Sets an application's icon, as multipart/form-data, or removes it",
  limit: "account-pages",
  // The rest of the form needs room around the file.
  maxBodyBytes: maxIconBytes + 16 * 1024,
  reads: [],
  ...forApplication({
    fields: [
      { name: "icon", required: false, meaning: "With set: a PNG, JPEG or WebP up to 512 KB." },
    ],
    readForm: multipartForm,
    show: ({ viewer, application }) => pageReply(iconPage({ viewer, application })),
    // The icon affects no access, and the consent page shows that it changed.
    changes: {
      set: { sensitive: false, run: set },
      remove: { sensitive: false, run: (call) => change(call, undefined) },
    },
  }),
});

async function set(call: Changing<ApplicationCall>, form: Form): Promise<Reply> {
  const { incoming, viewer, session, application, dependencies } = call;
  const image = Buffer.from(form.get("icon") ?? "", "latin1");
  const reject = (problem: IconProblem) =>
    pageReply(iconPage({ viewer, application, problem }), { status: 422 });
  if (image.length === 0) return reject("missing");
  if (image.length > maxIconBytes) return reject("too-large");
  const icon = await dependencies.icons.encoded(image, requesterOf(incoming, session.userId));
  if (icon === undefined) return reject("unreadable");
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
