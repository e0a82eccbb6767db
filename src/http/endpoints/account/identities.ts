import { nextSession } from "../../../accounts/next-session.ts";
import { offeredMethods } from "../../../accounts/offered-methods.ts";
import type { IdentityKey } from "../../../domain/identity.ts";
import { type Identities, identitiesPage } from "../../../pages/views/account/identities.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import type { Changing } from "../../browser/change.ts";
import { notFound } from "../../browser/error-pages.ts";
import { ownSignInMethods } from "../../browser/own-sign-in-methods.ts";
import { forSignedIn } from "../../browser/signed-in.ts";
import type { ViewerCall } from "../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §14. */
export const identities = endpoint({
  name: "account/identities",
  paths: ["/account/identities"],
  methods: ["GET", "POST"],
  section: "14",
  summary: "Shows the identities linked to the account, and unlinks one",
  limit: "account-pages",
  reads: [],
  ...forSignedIn({
    fields: [
      { name: "issuer", required: true, meaning: "Of which provider." },
      { name: "subject", required: true, meaning: "Who the user is there." },
    ],
    show(call) {
      if (call.dependencies.identityProviders.all.length === 0) return notFound(call);
      const query = queryOf(call.incoming);
      const [done] = (["linked", "unlinked"] as const).filter((one) => query.has(one));
      return showPage(call, { done });
    },
    changes: {
      // The identity gives access to the account.
      unlink: {
        sensitive: true,
        read: (_call, form) => ({
          issuer: form.get("issuer") ?? "",
          subject: form.get("subject") ?? "",
        }),
        ask: (call, reauthentication, identity) =>
          showPage(call, { reauthentication: { ...reauthentication, identity } }),
        run: unlink,
      },
    },
  }),
});

async function unlink(call: Changing<ViewerCall>, identity: IdentityKey): Promise<Reply> {
  const { dependencies, auditContext } = call;
  const next = await nextSession(call);
  const offered = offeredMethods(dependencies);
  const outcome = await dependencies.ledger.unlinkIdentity(
    { identity, session: next.session, offered },
    auditContext,
  );
  if (outcome === "last-sign-in-method")
    return showPage(call, { problem: outcome }, { status: 409 });
  if (outcome === "gone") return seeOther("/account/identities");
  return seeOther("/account/identities?unlinked", [next.cookie]);
}

async function showPage(
  { viewer, dependencies, session }: ViewerCall,
  more: Pick<Identities, "done" | "problem" | "reauthentication">,
  answer: Parameters<typeof pageReply>[1] = {},
): Promise<Reply> {
  const providers = dependencies.identityProviders.all;
  const [linked, ways] = await Promise.all([
    dependencies.ledger.identitiesOf(session.userId),
    ownSignInMethods(session, dependencies),
  ]);
  const named = linked.map((one) => {
    const provider = providers.find(({ issuer }) => issuer === one.issuer);
    return { ...one, provider: provider?.name };
  });
  const usable = named.filter(({ provider }) => provider !== undefined).length;
  const page = identitiesPage({
    viewer,
    identities: named.map((one) => ({
      ...one,
      isLastSignInMethod: !ways.password && one.provider !== undefined && usable === 1,
    })),
    providers: providers.map(({ id, name }) => ({ id, name })),
    ...more,
  });
  return pageReply(page, answer);
}
