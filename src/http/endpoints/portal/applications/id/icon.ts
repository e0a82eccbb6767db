import type { ApplicationIcon } from "../../../../../domain/application.ts";
import type { IconProblem } from "../../../../../pages/languages/english/portal/settings.ts";
import { iconPage } from "../../../../../pages/views/portal/applications/id/icon.ts";
import { maxIconBytes } from "../../../../../tools/icons/icons.ts";
import { type Incoming, requesterOf } from "../../../../../verification/authentication/incoming.ts";
import {
  type ApplicationCall,
  forApplication,
  hrefOf,
} from "../../../../browser/application-page.ts";
import type { Changing } from "../../../../browser/change.ts";
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

/**
 * Node's parser for `fetch` reads the form with a file (RFC 7578). A file is a binary string. The map is empty if the
 * body is no such form or has more than 16 parts. Of a repeated field, the first value counts.
 */
async function multipartForm({ contentType, body }: Incoming): Promise<Form> {
  const fields = new Map<string, string>();
  if (!/^multipart\/form-data *;/i.test(contentType ?? "")) return fields;
  // Each part is an object or two: half a megabyte of empty ones takes a tenth of a second.
  if (body.split("\r\n--", maxParts + 2).length > maxParts + 1) return fields;
  const headers = { "content-type": contentType ?? "" };
  try {
    const read = await new Response(Buffer.from(body, "latin1"), { headers }).formData();
    for (const [name, value] of read) {
      if (fields.has(name)) continue;
      const text = typeof value === "string" ? value : await binaryOf(value);
      fields.set(name, text);
    }
  } catch {
    // The body is malformed, so the form has no fields and no token.
    return new Map();
  }
  return fields;
}

async function binaryOf(file: Blob): Promise<string> {
  return Buffer.from(await file.arrayBuffer()).toString("latin1");
}

/** A form has three parts. Bytes of a file hardly ever look like the beginning of another. */
const maxParts = 16;
