import { nextSession } from "../../../accounts/next-session.ts";
import { offeredMethods, relyingPartyAt } from "../../../accounts/offered-methods.ts";
import {
  judgeChallenge,
  newChallenge,
  spendChallenge,
} from "../../../accounts/passkey-challenge.ts";
import { withAuthEvent, withoutFactors } from "../../../domain/auth-events.ts";
import { SessionEnded } from "../../../domain/errors.ts";
import { hasSecondFactor, newRecoveryCodes } from "../../../domain/factors.ts";
import { maxPasskeyIdLength, maxPasskeys, passkeyName } from "../../../domain/passkey.ts";
import { type PasskeysShown, passkeysPage } from "../../../pages/views/account/passkeys.ts";
import { recoveryCodesPage } from "../../../pages/views/account/recovery-codes.ts";
import type { ChangeReauthentication } from "../../../pages/views/viewer.ts";
import { creationOptions } from "../../../tools/passkeys/options.ts";
import { registeredPasskey } from "../../../tools/passkeys/registration.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import { asSent, type Changing } from "../../browser/change.ts";
import { countChange } from "../../browser/count-change.ts";
import { continueField } from "../../browser/form-fields.ts";
import { isOwnPage, leadsToApplication } from "../../browser/own-page.ts";
import { challengeOf } from "../../browser/passkey-asked.ts";
import { forSignedIn } from "../../browser/signed-in.ts";
import type { Form, ViewerCall } from "../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §14. Users who must set up a second factor may open it too. */
export const passkeys = endpoint({
  name: "account/passkeys",
  paths: ["/account/passkeys"],
  methods: ["GET", "POST"],
  section: "14",
  summary: "Shows the user's passkeys, and adds, renames, and removes them",
  limit: "account-pages",
  reads: [],
  ...forSignedIn(
    {
      fields: [
        {
          name: "name",
          required: false,
          meaning: "With add and rename: a name for it.",
        },
        {
          name: "passkey",
          required: false,
          secret: true,
          meaning: "With add: the browser's response.",
        },
        {
          name: "id",
          required: false,
          maxLength: maxPasskeyIdLength + 1,
          meaning: "With rename and remove: the credential ID.",
        },
        continueField,
      ],
      show(call) {
        const query = queryOf(call.incoming);
        const done = (["added", "renamed", "removed"] as const).find((one) => query.has(one));
        return showPage(call, {
          continueTo: ownPage(query.get("continue")),
          ...(done && { done }),
        });
      },
      changes: {
        add: { sensitive: true, read: asSent, ask, run: add },
        // A name gives no access.
        rename: { sensitive: false, run: rename },
        remove: { sensitive: true, read: asSent, ask, run: remove },
      },
    },
    { settingUp: true },
  ),
});

function ask(
  call: ViewerCall,
  reauthentication: ChangeReauthentication,
  form: Form,
): Promise<Reply> {
  const of = reauthentication.change === "add" ? "add" : (form.get("id") ?? "");
  return showPage(call, {
    continueTo: ownPage(form.get("continue")),
    reauthentication: { ...reauthentication, of },
  });
}

/** The first second factor creates recovery codes, which are shown once. */
async function add(call: Changing<ViewerCall>, form: Form): Promise<Reply> {
  const continueTo = ownPage(form.get("continue"));
  const { incoming, dependencies, session, now, auditContext, frame } = call;
  const { ledger, random } = dependencies;
  const { userId } = session;
  const reject = (problem: PasskeysShown["problem"]) =>
    showPage(call, { continueTo, ...(problem && { problem }) }, { status: 422 });
  const relyingParty = relyingPartyAt(incoming, dependencies);
  if (relyingParty === undefined) return reject("wrong");
  const asked = challengeOf(call, "add", userId);
  let challenge: string | undefined;
  const made = await registeredPasskey(form.get("passkey") ?? "", {
    relyingParty,
    isOurs: (sent) => {
      challenge = sent;
      return judgeChallenge(sent, asked, dependencies) !== "wrong";
    },
  });
  if (made === undefined || challenge === undefined) return reject("wrong");
  if (judgeChallenge(challenge, asked, dependencies) !== "right") return reject("late");
  await countChange("account-changes", call);
  if (!(await spendChallenge(challenge, dependencies))) return reject("wrong");
  const { provider = frame.texts.twoStep.kinds.passkey, ...passkey } = made;
  const name = passkeyName(form.get("name") ?? "", provider);
  const codes = newRecoveryCodes(userId, random);
  const answered = { kind: "passkey", at: now } as const;
  const next = await nextSession(call, (authEvents) => withAuthEvent(authEvents, answered));
  const added = {
    passkey: { ...passkey, name },
    recoveryCodes: codes.digests,
    session: next.session,
  };
  const outcome = await ledger.addPasskey(added, auditContext);
  if (outcome === "gone") throw new SessionEnded();
  if (outcome === "taken" || outcome === "too-many") return reject(outcome);
  const to = continueTo ?? "/account/passkeys?added";
  if (outcome === "added") return seeOther(to, [next.cookie]);
  const viewer = { ...call.viewer, csrf: next.csrf };
  const page = recoveryCodesPage({ viewer, codes: codes.shown, continueTo: to });
  return pageReply(page, { cookies: [next.cookie] });
}

async function rename(call: Changing<ViewerCall>, form: Form): Promise<Reply> {
  const { dependencies, session, auditContext, frame } = call;
  const { ledger } = dependencies;
  const { userId } = session;
  const { passkeys } = await ledger.factorsOf(userId);
  const found = passkeys.find((one) => one.id === form.get("id"));
  if (found === undefined) return seeOther("/account/passkeys");
  const { id, name: before } = found;
  const name = passkeyName(form.get("name") ?? "", frame.texts.twoStep.kinds.passkey);
  if (name !== before) await countChange("profile-changes", call);
  const isDone =
    name !== before && (await ledger.renamePasskey({ userId, id, name }, auditContext));
  return seeOther(`/account/passkeys${isDone ? "?renamed" : ""}`);
}

async function remove(call: Changing<ViewerCall>, form: Form): Promise<Reply> {
  const { dependencies, session, viewer, auditContext } = call;
  const { ledger } = dependencies;
  const { userId } = session;
  const factors = await ledger.factorsOf(userId);
  const removed = factors.passkeys.find((one) => one.id === form.get("id"));
  if (removed === undefined) return seeOther("/account/passkeys");
  const left = { ...factors, passkeys: factors.passkeys.filter((one) => one !== removed) };
  const mayStaySignedIn = viewer.secondFactor !== "required";
  const next = await nextSession(call, (authEvents) =>
    hasSecondFactor(left) ? authEvents : withoutFactors(authEvents, { mayStaySignedIn }),
  );
  const offered = offeredMethods(dependencies);
  const removing = { id: removed.id, session: next.session, offered };
  const outcome = await ledger.removePasskey(removing, auditContext);
  if (outcome === "last-sign-in-method") {
    return showPage(call, { continueTo: undefined, problem: outcome }, { status: 409 });
  }
  const isDone = outcome === "removed";
  return seeOther(`/account/passkeys${isDone ? "?removed" : ""}`, isDone ? [next.cookie] : []);
}

async function showPage(
  call: ViewerCall,
  more: Pick<PasskeysShown, "continueTo" | "done" | "problem" | "reauthentication">,
  answer: Parameters<typeof pageReply>[1] = {},
): Promise<Reply> {
  const { incoming, caller, dependencies, viewer, session, frame } = call;
  const factors = await dependencies.ledger.factorsOf(session.userId);
  const relyingParty = relyingPartyAt(incoming, dependencies);
  const { userId, screenName } = session;
  const options =
    relyingParty &&
    creationOptions({
      relyingParty,
      serviceName: frame.serviceName,
      user: { id: userId, screenName },
      challenge: newChallenge(challengeOf(call, "add", userId), dependencies),
      passkeys: factors.passkeys,
    });
  const page = passkeysPage({
    viewer,
    factors,
    options,
    isFull: factors.passkeys.length >= maxPasskeys,
    mustBefore: caller.session === undefined,
    ...more,
  });
  return pageReply(page, { ...answer, formsLeaveSite: leadsToApplication(more.continueTo ?? "") });
}

function ownPage(continueTo: string | null | undefined): string | undefined {
  return continueTo != null && isOwnPage(continueTo) ? continueTo : undefined;
}
