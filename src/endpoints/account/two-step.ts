import { newRecoveryCodes } from "../../actions/recovery-codes.ts";
import { queryOf } from "../../authentication/incoming.ts";
import { relyingPartyAt } from "../../authentication/passkeys-here.ts";
import { withoutFactors } from "../../domain/proofs.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../endpoint.ts";
import { asSent, type Changing } from "../../pages/change.ts";
import { countChange } from "../../pages/count-change.ts";
import type { PersonCall } from "../../pages/person-call.ts";
import { forSignedIn } from "../../pages/signed-in.ts";
import { nextSession } from "../../sign-in/next-session.ts";
import { recoveryCodesPage } from "../../views/account/recovery-codes.ts";
import { type TwoStep, twoStepPage } from "../../views/account/two-step.ts";
import type { UnprovenChange } from "../../views/person.ts";

/** docs/reference/interface.md §14. */
export const twoStep = endpoint({
  name: "account/two-step",
  paths: ["/account/two-step"],
  methods: ["GET", "POST"],
  section: "14",
  summary: "Shows two-step verification, turns it off, and makes new recovery codes",
  limit: "account-pages",
  reads: [],
  ...forSignedIn({
    show(call) {
      return shown(call, { turnedOff: queryOf(call.incoming).has("turned-off") });
    },
    changes: {
      "turn-off": { sensitive: true, read: asSent, ask, run: turnOff },
      "new-codes": { sensitive: true, read: asSent, ask, run: makeCodes },
    },
  }),
});

async function turnOff(call: Changing<PersonCall>): Promise<Reply> {
  const { dependencies, session, person, auditContext } = call;
  const { userId } = session;
  const { passkeys } = await dependencies.ledger.factorsOf(userId);
  const mayStaySignedIn = person.secondFactor !== "required";
  const next = await nextSession(call, (proofs) =>
    passkeys.length > 0 ? proofs : withoutFactors(proofs, { mayStaySignedIn }),
  );
  if (!(await dependencies.ledger.removeTotp(next.session, auditContext))) {
    return seeOther("/account/two-step");
  }
  return seeOther("/account/two-step?turned-off", [next.cookie]);
}

/** The codes are shown once. */
async function makeCodes(call: Changing<PersonCall>): Promise<Reply> {
  const { dependencies, session, auditContext } = call;
  const { userId } = session;
  await countChange("account-changes", call);
  const codes = newRecoveryCodes(userId, dependencies.random);
  const next = await nextSession(call);
  const made = { recoveryCodes: codes.digests, session: next.session };
  if (!(await dependencies.ledger.replaceRecoveryCodes(made, auditContext))) {
    return seeOther("/account/two-step");
  }
  const person = { ...call.person, csrf: next.csrf };
  const page = recoveryCodesPage({ person, codes: codes.shown, continueTo: "/account/two-step" });
  return pageReply(page, { cookies: [next.cookie] });
}

function ask(call: PersonCall, unproven: UnprovenChange): Promise<Reply> {
  return shown(call, { unproven });
}

async function shown(
  call: PersonCall,
  more: Pick<TwoStep, "turnedOff" | "unproven">,
): Promise<Reply> {
  const factors = await call.dependencies.ledger.factorsOf(call.session.userId);
  const noPasskeys = relyingPartyAt(call.incoming, call.dependencies) === undefined;
  return pageReply(twoStepPage({ person: call.person, factors, noPasskeys, ...more }));
}
