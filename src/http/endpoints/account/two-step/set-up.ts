import { nextSession } from "../../../../accounts/next-session.ts";
import { relyingPartyAt } from "../../../../accounts/offered-methods.ts";
import { typedCode } from "../../../../domain/ascii-digits.ts";
import { withAuthEvent } from "../../../../domain/auth-events.ts";
import type { Secret } from "../../../../domain/credentials.ts";
import { SessionEnded } from "../../../../domain/errors.ts";
import { newRecoveryCodes, offeredTotpIdentity } from "../../../../domain/factors.ts";
import { recoveryCodesPage } from "../../../../pages/views/account/recovery-codes.ts";
import { type SetUp, setUpPage } from "../../../../pages/views/account/two-step/set-up.ts";
import type { Reauthentication } from "../../../../pages/views/viewer.ts";
import { newTotpSecret, totpAddress, totpStep } from "../../../../tools/totp/totp.ts";
import { queryOf } from "../../../../verification/authentication/incoming.ts";
import { type Changing, EarlyReply } from "../../../browser/change.ts";
import { countChange } from "../../../browser/count-change.ts";
import { notUnderstood } from "../../../browser/error-pages.ts";
import { continueField } from "../../../browser/form-fields.ts";
import { isOwnPage } from "../../../browser/own-page.ts";
import { forSignedIn } from "../../../browser/signed-in.ts";
import type { Form, ViewerCall } from "../../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply } from "../../../operation/endpoint.ts";

/**
 * docs/reference/interface.md §14. The secret is on the page, and encrypted in its form for this user. Nothing is
 * stored until a code shows that an app has it. Users who must set up a second factor may open it too.
 */
export const setUpTwoStep = endpoint({
  name: "account/two-step/set-up",
  paths: ["/account/two-step/set-up"],
  methods: ["GET", "POST"],
  section: "14",
  summary: "Adds an authenticator app, or replaces it, and shows the recovery codes once",
  limit: "account-pages",
  reads: [],
  ...forSignedIn(
    {
      fields: [
        continueField,
        { name: "offer", required: true, meaning: "The displayed secret, encrypted." },
        { name: "code", required: true, secret: true, meaning: "A code from the app." },
      ],
      show(call) {
        const continueTo = queryOf(call.incoming).get("continue");
        return ask(call, newTotpSecret(call.dependencies.random), ownPage(continueTo));
      },
      changes: {
        "": {
          sensitive: true,
          read: readCode,
          ask: (call, reauthentication, { secret, continueTo }) =>
            ask(call, secret, continueTo, { reauthentication }),
          run: turnOn,
        },
      },
    },
    { settingUp: true },
  ),
});

type Typed = { readonly secret: Secret; readonly step: number; readonly continueTo: string };

function readCode(call: ViewerCall, form: Form): Typed | EarlyReply {
  const secret = openedOffer(call, form.get("offer") ?? "");
  if (secret === undefined) return new EarlyReply(notUnderstood(call));
  const continueTo = ownPage(form.get("continue"));
  // The form was only sent again to change its language, so it is not a try.
  if (!form.has("code")) return new EarlyReply(ask(call, secret, continueTo));
  const step = totpStep(secret, typedCode(form.get("code") ?? ""), call.now);
  if (step !== undefined) return { secret, step, continueTo };
  return new EarlyReply(ask(call, secret, continueTo, { wrong: true }));
}

async function turnOn(
  call: Changing<ViewerCall>,
  { secret, step, continueTo }: Typed,
): Promise<Reply> {
  const { dependencies, session, now, auditContext } = call;
  const { userId } = session;
  await countChange("account-changes", call);
  const codes = newRecoveryCodes(userId, dependencies.random);
  const input = { kind: "totp", at: now } as const;
  const next = await nextSession(call, (authEvents) => withAuthEvent(authEvents, input));
  const set = { secret, step, recoveryCodes: codes.digests, session: next.session };
  if (!(await dependencies.ledger.setTotp(set, auditContext))) throw new SessionEnded();
  const viewer = { ...call.viewer, csrf: next.csrf };
  const page = recoveryCodesPage({ viewer, codes: codes.shown, continueTo });
  return pageReply(page, { cookies: [next.cookie] });
}

function ask(
  { caller, dependencies, incoming, viewer, session }: ViewerCall,
  secret: Secret,
  continueTo: string,
  rejected: { readonly wrong?: true; readonly reauthentication?: Reauthentication } = {},
): Reply {
  const { serviceName } = viewer.frame;
  const sealed = dependencies.keys.seal(secret, offeredTotpIdentity(session.userId));
  const shown: SetUp = {
    viewer,
    continueTo,
    offer: Buffer.from(sealed).toString("base64url"),
    secret,
    address: totpAddress(secret, { serviceName, screenName: session.screenName }),
    replaces: session.hasSecondFactor,
    mustBefore: caller.session === undefined,
    wrong: rejected.wrong ?? false,
    noPasskeys: relyingPartyAt(incoming, dependencies) === undefined,
    reauthentication: rejected.reauthentication,
  };
  return pageReply(setUpPage(shown), { status: rejected.wrong ? 422 : 200 });
}

/** Only what we encrypted for this user opens. */
function openedOffer({ dependencies, session }: ViewerCall, offer: string): Secret | undefined {
  if (offer.length > 300 || !/^[A-Za-z0-9_-]+$/.test(offer)) return undefined;
  try {
    const sealed = Buffer.from(offer, "base64url");
    return dependencies.keys.open(sealed, offeredTotpIdentity(session.userId));
  } catch {
    return undefined;
  }
}

function ownPage(continueTo: string | null | undefined): string {
  return continueTo != null && isOwnPage(continueTo) ? continueTo : "/account/two-step";
}
