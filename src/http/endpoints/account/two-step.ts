import { nextSession } from "../../../accounts/next-session.ts";
import { relyingPartyAt } from "../../../accounts/offered-methods.ts";
import { withoutFactors } from "../../../domain/auth-events.ts";
import { newRecoveryCodes } from "../../../domain/factors.ts";
import { recoveryCodesPage } from "../../../pages/views/account/recovery-codes.ts";
import { type TwoStep, twoStepPage } from "../../../pages/views/account/two-step.ts";
import type { ChangeReauthentication } from "../../../pages/views/viewer.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import { asSent, type Changing } from "../../browser/change.ts";
import { countChange } from "../../browser/count-change.ts";
import { forSignedIn } from "../../browser/signed-in.ts";
import type { ViewerCall } from "../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §14. */
export const twoStep = endpoint({
  name: "account/two-step",
  paths: ["/account/two-step"],
  methods: ["GET", "POST"],
  section: "14",
  summary: "Shows two-step verification, turns it off, and generates new recovery codes",
  limit: "account-pages",
  reads: [],
  ...forSignedIn({
    show(call) {
      return showPage(call, { turnedOff: queryOf(call.incoming).has("turned-off") });
    },
    changes: {
      "turn-off": { sensitive: true, read: asSent, ask, run: turnOff },
      "new-codes": { sensitive: true, read: asSent, ask, run: makeCodes },
    },
  }),
});

async function turnOff(call: Changing<ViewerCall>): Promise<Reply> {
  const { dependencies, session, viewer, auditContext } = call;
  const { userId } = session;
  const { passkeys } = await dependencies.ledger.factorsOf(userId);
  const mayStaySignedIn = viewer.secondFactor !== "required";
  const next = await nextSession(call, (authEvents) =>
    passkeys.length > 0 ? authEvents : withoutFactors(authEvents, { mayStaySignedIn }),
  );
  if (!(await dependencies.ledger.removeTotp(next.session, auditContext))) {
    return seeOther("/account/two-step");
  }
  return seeOther("/account/two-step?turned-off", [next.cookie]);
}

/** The codes are shown once. */
async function makeCodes(call: Changing<ViewerCall>): Promise<Reply> {
  const { dependencies, session, auditContext } = call;
  const { userId } = session;
  await countChange("account-changes", call);
  const codes = newRecoveryCodes(userId, dependencies.random);
  const next = await nextSession(call);
  const made = { recoveryCodes: codes.digests, session: next.session };
  if (!(await dependencies.ledger.replaceRecoveryCodes(made, auditContext))) {
    return seeOther("/account/two-step");
  }
  const viewer = { ...call.viewer, csrf: next.csrf };
  const page = recoveryCodesPage({ viewer, codes: codes.shown, continueTo: "/account/two-step" });
  return pageReply(page, { cookies: [next.cookie] });
}

function ask(call: ViewerCall, reauthentication: ChangeReauthentication): Promise<Reply> {
  return showPage(call, { reauthentication });
}

async function showPage(
  call: ViewerCall,
  more: Pick<TwoStep, "turnedOff" | "reauthentication">,
): Promise<Reply> {
  const factors = await call.dependencies.ledger.factorsOf(call.session.userId);
  const noPasskeys = relyingPartyAt(call.incoming, call.dependencies) === undefined;
  return pageReply(twoStepPage({ viewer: call.viewer, factors, noPasskeys, ...more }));
}
