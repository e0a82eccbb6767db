import { maxApplications } from "../../../domain/application.ts";
import {
  type ApplicationId,
  mintAccessTokenCandidate,
  mintApplicationId,
} from "../../../domain/credentials.ts";
import { SessionEnded } from "../../../domain/errors.ts";
import type { ApplicationDraft } from "../../../domain/fields/application.ts";
import { snakeName } from "../../../domain/fields/field.ts";
import { createdPage, creationPage } from "../../../pages/views/portal/create.ts";
import { nothingTyped } from "../../../pages/views/portal/draft-fields.ts";
import { createApplication } from "../../actions/create-application.ts";
import { type Changing, EarlyReply } from "../../browser/change.ts";
import { countChange } from "../../browser/count-change.ts";
import { sealedId, sealId } from "../../browser/one-time-form.ts";
import { forSignedIn } from "../../browser/signed-in.ts";
import { draftFields, readDraft } from "../../browser/typed-draft.ts";
import type { Form, ViewerCall } from "../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../operation/endpoint.ts";

/** The settings offer them, with their checks. */
const unset = { requireSha256: false, networks: [], networksForBearer: false } as const;
const inSettingsOnly: ReadonlySet<string> = new Set(Object.keys(unset).map(snakeName));

/** docs/reference/interface.md §15. The response shows a secret (docs/adr/0012-a-secret-in-the-response.md). */
export const create = endpoint({
  name: "portal/create",
  paths: ["/portal/create"],
  methods: ["GET", "POST"],
  section: "15",
  summary: "Creates an application; only this response shows its consumer secret",
  limit: "account-pages",
  reads: [],
  ...forSignedIn({
    fields: [
      ...draftFields.filter(({ name }) => !inSettingsOnly.has(name)),
      { name: "creation", required: true, meaning: "The ID of what the displayed form creates." },
      {
        name: "own_token",
        required: false,
        meaning: "on: it also creates the user's own access token.",
        values: ["on"],
      },
    ],
    keepsTyped: true,
    show(call) {
      const page = { viewer: call.viewer, creation: anotherCreation(call), input: nothingTyped };
      return pageReply(creationPage(page));
    },
    changes: {
      "": {
        sensitive: true,
        read,
        ask: (_call, reauthentication, { asked }) =>
          pageReply(creationPage({ ...asked, reauthentication })),
        run: make,
      },
    },
  }),
});

async function read(call: ViewerCall, form: Form) {
  const { dependencies, viewer } = call;
  const id = sealedId(call, purpose, form) as ApplicationId | undefined;
  const { input, read } = readDraft(form);
  const ownToken = form.get("own_token") === "on";
  if (id === undefined) {
    // A user who opened the form with another account has typed it nevertheless.
    const page = { viewer, creation: anotherCreation(call), input, ownToken, otherAccount: true };
    return new EarlyReply(pageReply(creationPage(page), { status: 400 }));
  }
  if ((await dependencies.ledger.applicationById(id)) !== undefined) {
    return new EarlyReply(createdBefore(id));
  }
  const asked = { viewer, creation: form.get("creation") ?? "", input, ownToken };
  if (read.ok) return { id, draft: { ...read.draft, ...unset }, asked };
  const page = creationPage({ ...asked, problems: read.problems });
  return new EarlyReply(pageReply(page, { status: 422 }));
}

async function make(
  call: Changing<ViewerCall>,
  { id, draft, asked }: Exclude<Awaited<ReturnType<typeof read>>, EarlyReply>,
): Promise<Reply> {
  const { dependencies, session, viewer, auditContext } = call;
  if (asked.ownToken) await countChange("new-credentials", call);
  const created = await createApplication(
    dependencies,
    { ...draft, id, ownerId: session.userId, most: maxApplications },
    auditContext,
  );
  if (created === "id-taken") return createdBefore(id);
  // No form is sent without a session, which ends with the account.
  if (created === "owner-gone") throw new SessionEnded();
  if (created === "too-many") {
    return pageReply(creationPage({ ...asked, tooMany: maxApplications }), { status: 409 });
  }
  const { consumerKey, consumerSecret } = created;
  const access = asked.ownToken ? await ownToken(call, id, draft) : undefined;
  const page = createdPage({
    viewer,
    applicationId: id,
    name: draft.name,
    baseUrl: dependencies.origins[0],
    consumerKey,
    consumerSecret: consumerSecret.reveal(),
    access: access && { token: access.token, secret: access.secret.reveal() },
  });
  return pageReply(page, { status: 201 });
}

/** Returns undefined if the user made one elsewhere in between. */
function ownToken(
  { dependencies: { ledger, random }, session, auditContext, now }: Changing<ViewerCall>,
  applicationId: ApplicationId,
  { access, requestEmail }: ApplicationDraft,
) {
  return ledger.regenerateAccess(
    {
      applicationId,
      userId: session.userId,
      access,
      emailGranted: requestEmail,
      candidate: mintAccessTokenCandidate(random),
      now,
      replaces: undefined,
    },
    auditContext,
  );
}

const purpose = "application-creation";

function anotherCreation(call: ViewerCall): string {
  return sealId(call, purpose, mintApplicationId(call.dependencies.random));
}

function createdBefore(id: ApplicationId): Reply {
  return seeOther(`/portal/applications/${id}?created-before`);
}
