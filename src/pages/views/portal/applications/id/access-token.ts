import type { AccessLevel } from "../../../../../domain/access.ts";
import { type Html, html } from "../../../html.ts";
import { envFile, envFileName } from "../../env-file.ts";
import {
  type ChangeCard,
  type CredentialPage,
  credentialPage,
  madePage,
} from "./credential-page.ts";
import { accessStands, type Keys } from "./keys.ts";

export type AccessPage = CredentialPage & {
  readonly keys: Pick<Keys, "ownAccess" | "now">;
  /** The token gets the application's level. */
  readonly access: AccessLevel;
  readonly requestEmail: boolean;
};

export function accessTokenPage(page: AccessPage): Html {
  const { viewer, application, keys } = page;
  const { revokeAccess } = viewer.frame.texts.portal.keys;
  const suspended = application.suspendedBecause !== undefined;
  return credentialPage(page, {
    credential: "access-token",
    current: accessStands(viewer.frame, keys),
    cards: [
      !suspended && makeCard(page),
      keys.ownAccess.length > 0 && {
        title: revokeAccess.title,
        submit: revokeAccess.title,
        change: "revoke",
        what: html`${!suspended && html`<p>${revokeAccess.what}</p>`}`,
        danger: true,
      },
    ],
  });
}

function makeCard({ viewer, keys, access, requestEmail }: AccessPage): ChangeCard {
  const texts = viewer.frame.texts.portal.keys.makeAccess;
  const current = keys.ownAccess.find((one) => one.access === access);
  const title = current === undefined ? texts.create : texts.regenerate;
  return {
    change: "create",
    title,
    what: html`<p>${texts.what}</p>
<p>${texts.level[access]}${requestEmail && html` ${texts.withEmail}`}</p>
${current && html`<p>${texts.endsCurrent}</p>`}`,
    fields: html`<input type="hidden" name="replaces" value="${current?.since ?? "none"}">`,
    submit: title,
  };
}

export function accessMadePage(
  page: CredentialPage & { readonly token: string; readonly secret: string },
): Html {
  const { labels, envLines } = page.viewer.frame.texts.portal.keys;
  const { application, token, secret } = page;
  return madePage(page, {
    credential: "access-token",
    credentials: [
      { label: labels.token, value: token, copies: "accessToken" },
      { label: labels["token-secret"], value: secret, copies: "accessTokenSecret" },
      {
        label: html`${envLines}: <code>${envFileName(application.name)}</code>`,
        value: envFile({ ACCESS_TOKEN: token, ACCESS_TOKEN_SECRET: secret }),
        copies: "environment",
      },
    ],
  });
}
