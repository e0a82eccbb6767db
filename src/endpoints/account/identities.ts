import { queryOf } from "../../authentication/incoming.ts";
import { offeredWays } from "../../authentication/offered-ways.ts";
import type { IdentityKey } from "../../domain/identity.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../endpoint.ts";
import type { Changing } from "../../pages/change.ts";
import { notFound } from "../../pages/error-reply.ts";
import { ownWaysIn } from "../../pages/own-ways-in.ts";
import type { PersonCall } from "../../pages/person-call.ts";
import { forSignedIn } from "../../pages/signed-in.ts";
import { nextSession } from "../../sign-in/next-session.ts";
import { type Identities, identitiesPage } from "../../views/account/identities.ts";

/** docs/reference/interface.md §14. */
export const identities = endpoint({
  name: "account/identities",
  paths: ["/account/identities"],
  methods: ["GET", "POST"],
  section: "14",
  summary: "Shows the identities at other providers that open the account, and unlinks one",
  limit: "account-pages",
  reads: [],
  ...forSignedIn({
    fields: [
      { name: "issuer", required: true, meaning: "Of which provider." },
      { name: "subject", required: true, meaning: "Who the person is there." },
    ],
    show(call) {
      if (call.dependencies.identityProviders.all.length === 0) return notFound(call);
      const query = queryOf(call.incoming);
      const [done] = (["linked", "unlinked"] as const).filter((one) => query.has(one));
      return shown(call, { done });
    },
    changes: {
      // The identity gives access to the account.
      unlink: {
        sensitive: true,
        read: (_call, form) => ({
          issuer: form.get("issuer") ?? "",
          subject: form.get("subject") ?? "",
        }),
        ask: (call, unproven, identity) => shown(call, { unproven: { ...unproven, identity } }),
        run: unlink,
      },
    },
  }),
});

async function unlink(call: Changing<PersonCall>, identity: IdentityKey): Promise<Reply> {
  const { dependencies, auditContext } = call;
  const next = await nextSession(call);
  const offered = offeredWays(dependencies);
  const outcome = await dependencies.ledger.unlinkIdentity(
    { identity, session: next.session, offered },
    auditContext,
  );
  if (outcome === "last-way-in") return shown(call, { problem: outcome }, { status: 409 });
  if (outcome === "gone") return seeOther("/account/identities");
  return seeOther("/account/identities?unlinked", [next.cookie]);
}

async function shown(
  { person, dependencies, session }: PersonCall,
  more: Pick<Identities, "done" | "problem" | "unproven">,
  answer: Parameters<typeof pageReply>[1] = {},
): Promise<Reply> {
  const providers = dependencies.identityProviders.all;
  const [linked, ways] = await Promise.all([
    dependencies.ledger.identitiesOf(session.userId),
    ownWaysIn(session, dependencies),
  ]);
  const named = linked.map((one) => {
    const provider = providers.find(({ issuer }) => issuer === one.issuer);
    return { ...one, provider: provider?.name };
  });
  const usable = named.filter(({ provider }) => provider !== undefined).length;
  const page = identitiesPage({
    person,
    identities: named.map((one) => ({
      ...one,
      isLastWayIn: !ways.password && one.provider !== undefined && usable === 1,
    })),
    providers: providers.map(({ id, name }) => ({ id, name })),
    ...more,
  });
  return pageReply(page, answer);
}
