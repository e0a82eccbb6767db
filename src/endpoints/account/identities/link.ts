import {
  forgetProvedIdentity,
  type ProvedIdentity,
  provedIdentityOf,
  spendProvedIdentity,
} from "../../../authentication/proved-identity.ts";
import { callbackSources } from "../../../domain/callback.ts";
import { beginningsOf, isWithin } from "../../../domain/lasting.ts";
import { SessionEnded } from "../../../domain/refusals.ts";
import { sessionLife } from "../../../domain/session.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../../endpoint.ts";
import { type Changing, EarlyReply } from "../../../pages/change.ts";
import { countChange } from "../../../pages/count-change.ts";
import type { PersonCall } from "../../../pages/person-call.ts";
import { forSignedIn } from "../../../pages/signed-in.ts";
import { whoAsks } from "../../../pages/who-asks.ts";
import { nextSession } from "../../../sign-in/next-session.ts";
import { requestTokenIn } from "../../../sign-in/open-session.ts";
import { type LinkForm, linkPage } from "../../../views/account/identities/link.ts";
import type { Unproven } from "../../../views/person.ts";

/**
 * docs/reference/interface.md §14. The identity waits in this browser's cookie. The last step names
 * both the user and the identity, so that neither another user's open session nor an identity that
 * someone else left in the browser is linked unseen.
 */
export const linkIdentity = endpoint({
  name: "account/identities/link",
  paths: ["/account/identities/link"],
  methods: ["GET", "POST"],
  section: "14",
  summary: "Links the identity that the person has just proved to their account",
  limit: "account-pages",
  reads: [],
  ...forSignedIn({
    show: (call) => ask(call, {}),
    changes: { "": { sensitive: true, read: readWaiting, ask: askToProve, run: link } },
  }),
});

async function readWaiting(call: PersonCall) {
  const found = await waiting(call);
  if (found !== undefined && isFresh(found.proved, call.now)) return found;
  return new EarlyReply(ask(call, {}));
}

function askToProve(call: PersonCall, unproven: Unproven): Promise<Reply> {
  return ask(call, { unproven });
}

async function link(
  call: Changing<PersonCall>,
  { proved }: { readonly proved: ProvedIdentity },
): Promise<Reply> {
  const { identity, continueTo } = proved;
  const { dependencies, auditContext } = call;
  const { ledger } = dependencies;
  await countChange("account-changes", call);
  const next = await nextSession(call);
  const outcome = await ledger.linkIdentity({ identity, session: next.session }, auditContext);
  const forget = forgetProvedIdentity(dependencies);
  // The identity has an account by now, so no choice waits.
  const isSettled = outcome === "linked" || outcome === "theirs" || outcome === "taken";
  if (isSettled) await spendProvedIdentity(proved, dependencies);
  switch (outcome) {
    case "linked":
      return seeOther(onward(continueTo), [next.cookie, forget]);
    case "theirs":
      return seeOther(onward(continueTo), [forget]);
    case "taken": {
      const page = linkPage({ person: call.person, problem: outcome });
      return pageReply(page, { status: 409, cookies: [forget] });
    }
    case "gone":
      throw new SessionEnded();
    default:
      return ask(call, { problem: outcome }, 409);
  }
}

function onward(continueTo: string): string {
  return continueTo === "/account/identities" ? `${continueTo}?linked` : continueTo;
}

/**
 * Credentials must have been entered there a short time ago. Otherwise the identity of someone else
 * who is still signed in there could be linked to this account.
 */
function isFresh({ again, enteredAt }: ProvedIdentity, now: number): boolean {
  if (again || enteredAt === undefined) return again;
  return isWithin(beginningsOf(now, sessionLife.recentMs), enteredAt);
}

/** Another account may have asked for the identity that waits in this browser. */
async function waiting({ incoming, dependencies, session }: PersonCall) {
  const found = await provedIdentityOf(incoming, dependencies);
  const { linkTo } = found?.proved ?? {};
  return linkTo === undefined || linkTo === session.userId ? found : undefined;
}

/** The form may lead to an application, so the page's policy includes its callback. */
async function ask(
  call: PersonCall,
  refused: Pick<LinkForm, "problem" | "unproven">,
  status = 200,
): Promise<Reply> {
  const { person, dependencies } = call;
  const found = await waiting(call);
  if (found === undefined) {
    const page = linkPage({ person, problem: "changed" });
    return pageReply(page, { status: 404 });
  }
  const { provider, proved } = found;
  const { continueTo } = proved;
  const asking = await whoAsks(requestTokenIn(continueTo), dependencies);
  const formAction = asking && { formAction: callbackSources(asking.callback) };
  const enterAt = isFresh(proved, call.now) ? undefined : { id: provider.id, continueTo };
  const waits = { provider: provider.name, who: proved.who, notNow: continueTo, enterAt };
  const page = linkPage({ person, waits, ...refused });
  return pageReply(page, { status, ...formAction });
}
