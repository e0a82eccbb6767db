import { type Html, html } from "../../../html.ts";
import {
  type CredentialPage,
  changeCard,
  credentialPage,
  madePage,
  problemOf,
  type Refused,
} from "./credential-page.ts";
import { type BearerKeys, bearerStands, hasBearer } from "./keys.ts";

export type BearerChange = "issue" | "revoke";

export type BearerPage = CredentialPage & {
  readonly keys: BearerKeys;
  readonly refused?: Refused<BearerChange>;
};

/** Issues the bearer token of the current consumer secret if it has none, and revokes those that there are. */
export function bearerTokenPage(page: BearerPage): Html {
  const { person, keys, refused } = page;
  return credentialPage(page, {
    credential: "bearer-token",
    stands: bearerStands(person.frame, keys),
    problem: problemOf(person, refused),
    cards: [keys.bearerSince === undefined && issueCard(page), hasBearer(keys) && revokeCard(page)],
  });
}

function issueCard(page: BearerPage): Html | undefined {
  const texts = page.person.frame.texts.portal.keys.issueBearer;
  if (page.application.suspendedBecause !== undefined) return undefined;
  return changeCard(page, {
    credential: "bearer-token",
    change: "issue",
    title: texts.title,
    what: html`<p>${texts.what}</p>`,
    submit: texts.submit,
    refused: page.refused,
    asksPassword: true,
  });
}

function revokeCard(page: BearerPage): Html {
  const texts = page.person.frame.texts.portal.keys.revokeBearer;
  return changeCard(page, {
    credential: "bearer-token",
    change: "revoke",
    title: texts.title,
    what: html`<p>${texts.what}</p>`,
    submit: texts.submit,
    danger: true,
    refused: page.refused,
    asksPassword: true,
  });
}

export function bearerMadePage(page: CredentialPage & { readonly token: string }): Html {
  const { terms } = page.person.frame.texts.portal.keys;
  return madePage(page, {
    credential: "bearer-token",
    shown: [[terms["bearer-token"], page.token, "bearer-token.txt"]],
  });
}
