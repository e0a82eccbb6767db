import { browser } from "../../authentication/browser-session.ts";
import { queryOf } from "../../authentication/incoming.ts";
import { offeredWays } from "../../authentication/offered-ways.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../endpoint.ts";
import { identityChanged } from "../../events/sign-in.ts";
import { notFound, notUnderstood } from "../../pages/error-reply.ts";
import { confirmingCode, confirmingPassword, csrf } from "../../pages/form-fields.ts";
import { ownWaysIn } from "../../pages/own-ways-in.ts";
import { proveIfAsked } from "../../pages/recent-sign-in.ts";
import { type Form, forSignedIn, type PersonCall } from "../../pages/signed-in.ts";
import { nextSession } from "../../sign-in/next-session.ts";
import { type Identities, identitiesPage } from "../../views/account/identities.ts";

/** docs/reference/interface.md §14. The person's linked identities. */
export const identities = endpoint({
  name: "account/identities",
  paths: ["/account/identities"],
  methods: ["GET", "POST"],
  section: "14",
  summary: "Shows the identities at other providers that open the account, and unlinks one",
  caller: browser,
  limit: "account-pages",
  reads: [],
  fields: [
    csrf,
    { name: "change", required: true, meaning: "What to do.", values: ["unlink"] },
    { name: "issuer", required: true, meaning: "Of which provider." },
    { name: "subject", required: true, meaning: "Who the person is there." },
    confirmingPassword,
    confirmingCode,
  ],
  produces: "page",
  operation: forSignedIn({
    show(call) {
      if (call.dependencies.identityProviders.all.length === 0) return notFound(call);
      const query = queryOf(call.incoming);
      const [done] = (["linked", "unlinked"] as const).filter((one) => query.has(one));
      return shown(call, { done });
    },

    async change(call, form) {
      return form.get("change") === "unlink" ? unlink(call, form) : notUnderstood(call);
    },
  }),
});

async function unlink(call: PersonCall, form: Form): Promise<Reply> {
  const { dependencies, session, auditContext } = call;
  const identity = { issuer: form.get("issuer") ?? "", subject: form.get("subject") ?? "" };
  const unproven = await proveIfAsked(call, form, "account/identities");
  if (unproven !== undefined) {
    const { status, headers, ...problem } = unproven;
    return shown(call, { unproven: { ...problem, identity } }, { status, headers });
  }
  const next = await nextSession(call);
  const offered = offeredWays(dependencies);
  const outcome = await dependencies.ledger.unlinkIdentity(
    { identity, session: next.session, offered },
    identityChanged(auditContext, session.userId, "unlinked", identity.issuer),
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
