import { newRecoveryCodes } from "../../actions/recovery-codes.ts";
import { browser } from "../../authentication/browser-session.ts";
import { queryOf } from "../../authentication/incoming.ts";
import { relyingPartyAt } from "../../authentication/passkeys-here.ts";
import { withoutFactors } from "../../domain/proofs.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../endpoint.ts";
import { recoveryCodesMade, secondFactorTurned } from "../../events/sign-in.ts";
import { countChange } from "../../pages/count-change.ts";
import { notUnderstood } from "../../pages/error-reply.ts";
import {
  confirmingCode,
  confirmingPasskey,
  confirmingPassword,
  csrf,
} from "../../pages/form-fields.ts";
import { proveIfAsked } from "../../pages/recent-sign-in.ts";
import { type Form, forSignedIn, type PersonCall } from "../../pages/signed-in.ts";
import { nextSession } from "../../sign-in/next-session.ts";
import { recoveryCodesPage } from "../../views/account/recovery-codes.ts";
import { type TwoStep, twoStepPage } from "../../views/account/two-step.ts";

/** docs/reference/interface.md §14. The person's second factors. */
export const twoStep = endpoint({
  name: "account/two-step",
  paths: ["/account/two-step"],
  methods: ["GET", "POST"],
  section: "14",
  summary: "Shows two-step verification, turns it off, and makes new recovery codes",
  caller: browser,
  limit: "account-pages",
  reads: [],
  fields: [
    csrf,
    { name: "change", required: true, meaning: "What to do.", values: ["turn-off", "new-codes"] },
    confirmingPassword,
    confirmingCode,
    confirmingPasskey,
  ],
  produces: "page",
  operation: forSignedIn({
    show(call) {
      return shown(call, { turnedOff: queryOf(call.incoming).has("turned-off") });
    },

    async change(call, form) {
      switch (form.get("change")) {
        case "turn-off":
          return (await refused(call, form, "turn-off")) ?? turnOff(call);
        case "new-codes":
          return (await refused(call, form, "new-codes")) ?? makeCodes(call);
        default:
          return notUnderstood(call);
      }
    },
  }),
});

async function turnOff(call: PersonCall): Promise<Reply> {
  const { dependencies, session, person, auditContext } = call;
  const { userId } = session;
  const { passkeys } = await dependencies.ledger.factorsOf(userId);
  const mayStaySignedIn = person.secondFactor !== "required";
  const next = await nextSession(call, (proofs) =>
    passkeys.length > 0 ? proofs : withoutFactors(proofs, { mayStaySignedIn }),
  );
  const event = secondFactorTurned(auditContext, userId, "turned-off", "totp");
  if (!(await dependencies.ledger.removeTotp(next.session, event))) {
    return seeOther("/account/two-step");
  }
  return seeOther("/account/two-step?turned-off", [next.cookie]);
}

/** Responds with the codes, which are shown once. */
async function makeCodes(call: PersonCall): Promise<Reply> {
  const { dependencies, session, auditContext } = call;
  const { userId } = session;
  await countChange("account-changes", call);
  const codes = newRecoveryCodes(userId, dependencies.random);
  const next = await nextSession(call);
  const made = { recoveryCodes: codes.digests, session: next.session };
  const event = recoveryCodesMade(auditContext, userId);
  if (!(await dependencies.ledger.replaceRecoveryCodes(made, event))) {
    return seeOther("/account/two-step");
  }
  const person = { ...call.person, csrf: next.csrf };
  const page = recoveryCodesPage({ person, codes: codes.shown, continueTo: "/account/two-step" });
  return pageReply(page, { cookies: [next.cookie] });
}

async function refused(call: PersonCall, form: Form, change: string): Promise<Reply | undefined> {
  const unproven = await proveIfAsked(call, form, "account/two-step");
  if (unproven === undefined) return undefined;
  const { status, headers, ...problem } = unproven;
  return shown(call, { unproven: { ...problem, change } }, { status, headers });
}

async function shown(
  call: PersonCall,
  more: Pick<TwoStep, "turnedOff" | "unproven">,
  answer: Parameters<typeof pageReply>[1] = {},
): Promise<Reply> {
  const factors = await call.dependencies.ledger.factorsOf(call.session.userId);
  const noPasskeys = relyingPartyAt(call.incoming, call.dependencies) === undefined;
  return pageReply(twoStepPage({ person: call.person, factors, noPasskeys, ...more }), answer);
}
