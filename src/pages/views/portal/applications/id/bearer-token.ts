import { type Html, html } from "../../../html.ts";
import { type CredentialPage, credentialPage, madePage } from "./credential-page.ts";
import { type BearerKeys, bearerStands, hasBearer } from "./keys.ts";

export type BearerPage = CredentialPage & { readonly keys: BearerKeys };

/** The page issues a token if the current consumer secret has none, and revokes all. */
export function bearerTokenPage(page: BearerPage): Html {
  const { viewer, application, keys } = page;
  const { issueBearer, revokeBearer } = viewer.frame.texts.portal.keys;
  const suspended = application.suspendedBecause !== undefined;
  const mayIssue = keys.bearerSince === undefined && !suspended;
  const revoked = keys.bearerSince === undefined ? revokeBearer.whatPrevious : revokeBearer.what;
  return credentialPage(page, {
    credential: "bearer-token",
    current: bearerStands(viewer.frame, { ...keys, suspended }),
    cards: [
      mayIssue && { ...issueBearer, change: "issue", what: html`<p>${issueBearer.what}</p>` },
      hasBearer(keys) && {
        ...revokeBearer,
        change: "revoke",
        what: html`${!suspended && html`<p>${revoked}</p>`}`,
        danger: true,
      },
    ],
  });
}

export function bearerMadePage(page: CredentialPage & { readonly token: string }): Html {
  const { terms } = page.viewer.frame.texts.portal.keys;
  return madePage(page, {
    credential: "bearer-token",
    credentials: [
      {
        label: terms["bearer-token"],
        value: page.token,
        copies: "bearerToken",
        file: "bearer-token.txt",
      },
    ],
  });
}
