import { maxApplications } from "../../../domain/application.ts";
import {
  type ApplicationId,
  mintAccessTokenCandidate,
  mintApplicationId,
} from "../../../domain/credentials.ts";
import { SessionEnded } from "../../../domain/errors.ts";
import type { ApplicationDraft } from "../../../domain/fields/application.ts";
import { snakeName } from "../../../domain/fields/field.ts";
import { type Creation, createdPage, creationPage } from "../../../pages/views/portal/create.ts";
import { noProblems, nothingTyped } from "../../../pages/views/portal/draft-fields.ts";
import { createApplication } from "../../actions/create-application.ts";
import { previewedCreation } from "../../browser/asked-application.ts";
import { type Changing, EarlyReply } from "../../browser/change.ts";
import { countChange } from "../../browser/count-change.ts";
import { sealedId, sealId } from "../../browser/one-time-form.ts";
import { forSignedIn } from "../../browser/signed-in.ts";
import { draftFields, readDraft } from "../../browser/typed-draft.ts";
import { readRequest, requestParameters } from "../../browser/typed-request.ts";
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
      ...requestParameters,
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
      const page = {
        viewer: call.viewer,
        ...anotherCreation(call),
        input: nothingTyped,
        ...approvalAsked(call),
      };
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
  const asksApproval = approvalAsked(call, form);
  const { request } = asksApproval;
  if (id === undefined) {
    // A user who opened the form with another account has typed it nevertheless.
    const page = {
      viewer,
      ...anotherCreation(call),
      input,
      ownToken,
      otherAccount: true,
      ...asksApproval,
    };
    return new EarlyReply(pageReply(creationPage(page), { status: 400 }));
  }
  if ((await dependencies.ledger.applicationById(id)) !== undefined) {
    return new EarlyReply(createdBefore(id));
  }
  const creation = form.get("creation") ?? "";
  const previewed = previewedCreation(call, id);
  const asked = { viewer, creation, previewed, input, ownToken, ...asksApproval };
  if (read.ok && (request === undefined || request.problems.size === 0)) {
    return { id, draft: { ...read.draft, ...unset }, asked };
  }
  const page = creationPage({ ...asked, problems: read.ok ? noProblems : read.problems });
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
    {
      ...draft,
      id,
      ownerId: session.userId,
      most: maxApplications,
      ...(asked.request && { waitsWith: asked.request.input }),
    },
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

/** What the form asks, if applications of this user wait for approval, and what was written. */
function approvalAsked(
  { dependencies: { config }, viewer }: ViewerCall,
  form: Form = new Map(),
): Pick<Creation, "request"> {
  if (config.approval === "none" || viewer.isAdmin) return {};
  const { approvalQuestions: questions } = config;
  return { request: { questions, ...readRequest(form, questions) } };
}

const purpose = "application-creation";

function anotherCreation(call: ViewerCall): Pick<Creation, "creation" | "previewed"> {
  const id = mintApplicationId(call.dependencies.random);
  return { creation: sealId(call, purpose, id), previewed: previewedCreation(call, id) };
}

function createdBefore(id: ApplicationId): Reply {
  return seeOther(`/portal/applications/${id}?created-before`);
}
