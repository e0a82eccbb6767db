import { nextSession } from "../../../../accounts/next-session.ts";
import {
  forgetVerifiedIdentity,
  spendVerifiedIdentity,
  type VerifiedIdentity,
  verifiedIdentityOf,
} from "../../../../accounts/verified-identity.ts";
import { SessionEnded } from "../../../../domain/errors.ts";
import { beginningsOf, isWithin } from "../../../../domain/lasting.ts";
import { sessionLife } from "../../../../domain/session.ts";
import { type LinkForm, linkPage } from "../../../../pages/views/account/identities/link.ts";
import type { Reauthentication } from "../../../../pages/views/viewer.ts";
import { type Changing, EarlyReply } from "../../../browser/change.ts";
import { countChange } from "../../../browser/count-change.ts";
import { leadsToApplication } from "../../../browser/own-page.ts";
import { forSignedIn } from "../../../browser/signed-in.ts";
import type { ViewerCall } from "../../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../../operation/endpoint.ts";

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
  summary: "Links the identity that the user just signed in with",
  limit: "account-pages",
  reads: [],
  ...forSignedIn({
    show: (call) => ask(call, {}),
    changes: { "": { sensitive: true, read: readWaiting, ask: askToReauthenticate, run: link } },
  }),
});

async function readWaiting(call: ViewerCall) {
  const found = await waiting(call);
  if (found !== undefined && isFresh(found.verified, call.now)) return found;
  return new EarlyReply(ask(call, {}));
}

function askToReauthenticate(call: ViewerCall, reauthentication: Reauthentication): Promise<Reply> {
  return ask(call, { reauthentication });
}

async function link(
  call: Changing<ViewerCall>,
  { verified }: { readonly verified: VerifiedIdentity },
): Promise<Reply> {
  const { identity, continueTo } = verified;
  const { dependencies, auditContext } = call;
  const { ledger } = dependencies;
  await countChange("account-changes", call);
  const next = await nextSession(call);
  const outcome = await ledger.linkIdentity({ identity, session: next.session }, auditContext);
  const forget = forgetVerifiedIdentity(dependencies);
  // The identity has an account now, so there is no choice left.
  const isSettled = outcome === "linked" || outcome === "theirs" || outcome === "taken";
  if (isSettled) await spendVerifiedIdentity(verified, dependencies);
  switch (outcome) {
    case "linked":
      return seeOther(onward(continueTo), [next.cookie, forget]);
    case "theirs":
      return seeOther(onward(continueTo), [forget]);
    case "taken": {
      const page = linkPage({ viewer: call.viewer, problem: outcome });
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
function isFresh({ again, enteredAt }: VerifiedIdentity, now: number): boolean {
  if (again || enteredAt === undefined) return again;
  return isWithin(beginningsOf(now, sessionLife.recentMs), enteredAt);
}

/** The identity that waits in this browser may have been requested by another account. */
async function waiting({ incoming, dependencies, session }: ViewerCall) {
  const found = await verifiedIdentityOf(incoming, dependencies);
  const { linkTo } = found?.verified ?? {};
  return linkTo === undefined || linkTo === session.userId ? found : undefined;
}

async function ask(
  call: ViewerCall,
  rejected: Pick<LinkForm, "problem" | "reauthentication">,
  status = 200,
): Promise<Reply> {
  const { viewer } = call;
  const identity = await waiting(call);
  if (identity === undefined) {
    const page = linkPage({ viewer, problem: "changed" });
    return pageReply(page, { status: 404 });
  }
  const { provider, verified } = identity;
  const { continueTo } = verified;
  const enterAt = isFresh(verified, call.now) ? undefined : { id: provider.id, continueTo };
  const waits = { provider: provider.name, who: verified.who, notNow: continueTo, enterAt };
  const page = linkPage({ viewer, waits, ...rejected });
  return pageReply(page, { status, formsLeaveSite: leadsToApplication(continueTo) });
}
