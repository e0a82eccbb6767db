import type { AccessLevel } from "../../../../domain/access.ts";
import { type Html, html } from "../../../html.ts";
import {
  type CredentialPage,
  changeCard,
  credentialPage,
  madePage,
  problemOf,
  type Refused,
} from "./credential-page.ts";
import { accessStands, type Keys } from "./keys.ts";

export type AccessChange = "make" | "revoke";

export type AccessPage = CredentialPage & {
  readonly keys: Pick<Keys, "ownAccess" | "now">;
  /** The application's level, which the token gets. */
  readonly access: AccessLevel;
  readonly requestEmail: boolean;
  readonly refused?: Refused<AccessChange>;
};

/** The owner's own access token: generated, regenerated, revoked. */
export function accessTokenPage(page: AccessPage): Html {
  const { person, keys, refused } = page;
  return credentialPage(page, {
    credential: "access-token",
    stands: accessStands(person.frame, keys),
    problem: problemOf(person, refused),
    cards: [makeCard(page), keys.ownAccess.length > 0 && revokeCard(page)],
  });
}

function makeCard(page: AccessPage): Html | undefined {
  const { person, application, keys, access, requestEmail } = page;
  const texts = person.frame.texts.portal.keys.makeAccess;
  if (application.suspendedBecause !== undefined) return undefined;
  const current = keys.ownAccess.find((one) => one.access === access);
  const title = current === undefined ? texts.generate : texts.regenerate;
  return changeCard(page, {
    credential: "access-token",
    change: "make",
    title,
    what: html`<p>${texts.what}</p>
<p>${texts.level[access]}${requestEmail && html` ${texts.withEmail}`}</p>
${current && html`<p>${texts.endsOld}</p>`}`,
    fields: html`<input type="hidden" name="replaces" value="${current?.since ?? "none"}">`,
    submit: title,
    refused: page.refused,
    asksPassword: true,
  });
}

function revokeCard(page: AccessPage): Html {
  const texts = page.person.frame.texts.portal.keys.revokeAccess;
  return changeCard(page, {
    credential: "access-token",
    change: "revoke",
    title: texts.title,
    what: html`<p>${texts.what}</p>`,
    submit: texts.submit,
    danger: true,
    refused: page.refused,
    asksPassword: false,
  });
}

export function accessMadePage(
  page: CredentialPage & { readonly token: string; readonly secret: string },
): Html {
  const { labels } = page.person.frame.texts.portal.keys;
  return madePage(page, {
    credential: "access-token",
    shown: [
      [labels.token, page.token],
      [labels["token-secret"], page.secret, "access-token-secret.txt"],
    ],
  });
}
