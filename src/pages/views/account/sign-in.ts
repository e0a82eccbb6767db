import { type Factors, hasSecondFactor } from "../../../domain/factors.ts";
import { tag } from "../banner.ts";
import { type Html, html } from "../html.ts";
import { name } from "../phrase.ts";
import { dotted, type Row, rowList } from "../row.ts";
import { type SectionIcon, sectionIcon } from "../section-icon.ts";
import { signedInPage } from "../signed-in-page.ts";
import { day } from "../time.ts";
import type { Viewer } from "../viewer.ts";

/** How the user signs in. What the service doesn't offer is not shown. */
export type SignInMethods = {
  /** The service accepts passwords, and the account has one. */
  readonly password: boolean;
  /** The user has an identity at these. */
  readonly providers: readonly { readonly name: string }[];
  readonly factors: Factors;
  readonly passkeysWork: boolean;
};

/** Each way has a page of its own, because to change it takes a proof or steps. */
export function signInMethodsPage(viewer: Viewer, methods: SignInMethods): Html {
  const { titles, signIn: texts } = viewer.frame.texts.account;
  const main = html`<article>
<p class="quiet">${texts.what}</p>
${rowList(signInRows(viewer, methods, 2))}
</article>`;
  return signedInPage(viewer, { area: "account", here: "signIn", title: titles.signIn, main });
}

export function signInRows(viewer: Viewer, methods: SignInMethods, level: 2 | 3): readonly Row[] {
  const { hasPasswords = true, hasIdentityProviders = false } = viewer.frame;
  const { passkeysWork, factors } = methods;
  const ways: readonly (Way | false)[] = [
    hasPasswords && passwordWay(viewer, methods),
    twoStepWay(viewer, methods),
    hasSecondFactor(factors) && codesWay(viewer, methods),
    (passkeysWork || factors.passkeys.length > 0) && passkeysWay(viewer, methods),
    hasIdentityProviders && identitiesWay(viewer, methods),
  ];
  return ways
    .filter((one) => one !== false)
    .map(({ way, href, action, icon, ...row }) => ({
      ...row,
      id: way,
      level,
      picture: sectionIcon(icon),
      actions:
        action &&
        html`<div class="actions"><a class="button secondary" href="${href}" aria-describedby="${way}">${action}</a></div>`,
    }));
}

type Way = Pick<Row, "title" | "aside" | "lines"> & {
  readonly way: string;
  readonly icon: SectionIcon;
  readonly href: string;
  readonly action: string | undefined;
};

function passwordWay({ frame }: Viewer, { password }: SignInMethods): Way {
  const { account, identities } = frame.texts;
  const texts = account.signIn;
  return {
    way: "password",
    icon: "password",
    title: texts.password,
    lines: [password ? texts.hasPassword : identities.noPassword.what],
    href: "/account/password",
    action: password ? texts.change : undefined,
  };
}

function twoStepWay({ frame }: Viewer, { factors, password }: SignInMethods): Way {
  const { account, twoStep, dates } = frame.texts;
  const texts = account.signIn;
  const isOn = hasSecondFactor(factors);
  return {
    way: "two-step",
    icon: "twoStep",
    title: twoStep.title,
    aside: isOn ? tag("good", texts.on) : tag(password ? "soon" : "information", texts.off),
    lines: [
      factors.totp
        ? html`${twoStep.appSince} ${day(dates, factors.totp.since)}`
        : texts[isOn ? "byPasskey" : password ? "weak" : "weakProvider"],
    ],
    href: isOn ? "/account/two-step" : "/account/two-step/set-up",
    action: isOn ? texts.manage : texts.setUp,
  };
}

function codesWay({ frame }: Viewer, { factors }: SignInMethods): Way {
  const { account, twoStep } = frame.texts;
  const { codes } = twoStep;
  const areFew = factors.recoveryCodes < fewCodes;
  return {
    way: "codes",
    icon: "audit",
    title: codes.title,
    aside: areFew && tag("soon", account.signIn.few),
    lines: [codes.left(factors.recoveryCodes)],
    href: "/account/two-step#codes",
    action: account.signIn.manage,
  };
}

export const fewCodes = 3;

function passkeysWay({ frame }: Viewer, { factors }: SignInMethods): Way {
  const { account, passkeys } = frame.texts;
  const texts = account.signIn;
  const has = factors.passkeys.length > 0;
  return {
    way: "passkeys",
    icon: "passkeys",
    title: passkeys.title,
    lines: [has ? dotted(...factors.passkeys.map((one) => name(one.name))) : passkeys.none],
    href: "/account/passkeys",
    action: has ? texts.manage : texts.add,
  };
}

function identitiesWay({ frame }: Viewer, { providers }: SignInMethods): Way {
  const { account, identities } = frame.texts;
  const texts = account.signIn;
  const has = providers.length > 0;
  return {
    way: "identities",
    icon: "identities",
    title: identities.account.title,
    lines: [has ? dotted(...providers.map((one) => name(one.name))) : identities.account.none],
    href: "/account/identities",
    action: has ? texts.manage : identities.confirm.submit,
  };
}
