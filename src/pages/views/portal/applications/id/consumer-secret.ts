import { type Overlap, overlaps } from "../../../../../domain/application.ts";
import { choices } from "../../../form.ts";
import { type Html, html } from "../../../html.ts";
import { phrase } from "../../../phrase.ts";
import { moment } from "../../../time.ts";
import { envFile, envFileName } from "../../env-file.ts";
import {
  type ChangeCard,
  type CredentialPage,
  credentialPage,
  madePage,
} from "./credential-page.ts";
import { type SecretKeys, secretStands } from "./keys.ts";

export type SecretPage = CredentialPage & {
  readonly keys: SecretKeys;
  readonly users: number;
  readonly overlap?: Overlap | "none";
};

/** A new secret can overlap with the previous one, and the overlap can end early. */
export function consumerSecretPage(page: SecretPage): Html {
  const { viewer, application, keys, users, overlap } = page;
  const { noUsers, revokePreviousSecret } = viewer.frame.texts.portal.keys;
  const suspended = application.suspendedBecause !== undefined;
  return credentialPage(page, {
    credential: "consumer-secret",
    current: secretStands(viewer.frame, keys),
    cards: [
      !suspended && {
        ...regenerateCard(page),
        isMarked: overlap === "none",
      },
      keys.previousSecretUntil !== undefined && {
        ...revokePreviousSecret,
        change: "revoke-previous",
        what: html`${
          !suspended &&
          html`<p>${revokePreviousSecret.what}</p>
<p>${users === 0 ? phrase(noUsers(application.name)) : revokePreviousSecret.users(users)}</p>`
        }`,
        fields: shownFor(keys),
        danger: true,
      },
    ],
  });
}

function regenerateCard({ viewer, application, keys, users, overlap }: SecretPage): ChangeCard {
  const { noUsers, regenerateSecret: texts, createSecret } = viewer.frame.texts.portal.keys;
  if (keys.secretRevokedAt !== undefined) {
    return {
      change: "regenerate",
      title: createSecret.title,
      what: html`<p>${createSecret.what}</p>`,
      fields: html`${shownFor(keys)}<input type="hidden" name="overlap" value="0">`,
      submit: createSecret.submit,
    };
  }
  return {
    change: "regenerate",
    title: texts.title,
    what: html`<p>${texts.what}</p>
<p>${users === 0 ? phrase(noUsers(application.name)) : texts.users(users)}</p>
${keys.previousSecretUntil !== undefined && html`<p>${texts.endsOlder}</p>`}`,
    fields: html`${shownFor(keys)}
${choices({
  name: "overlap",
  label: texts.overlap,
  chosen: overlap === "none" ? undefined : overlap,
  options: (Object.keys(overlaps) as Overlap[]).map((value) => ({
    value,
    ...texts.overlaps[value],
  })),
  problem: overlap === "none" && texts.chooseOverlap,
})}`,
    submit: texts.submit,
  };
}

function shownFor({ secretSetAt }: SecretPage["keys"]): Html {
  return html`<input type="hidden" name="replaces" value="${secretSetAt}">`;
}

export function secretMadePage(
  page: CredentialPage & {
    readonly baseUrl: string;
    readonly secret: string;
    /** The user's own access token still works, and its secret can't be shown again. */
    readonly hasOwnToken: boolean;
    readonly previousSecretUntil: number | undefined;
  },
): Html {
  const { application, baseUrl, secret, hasOwnToken, previousSecretUntil: until } = page;
  const { consumerKey } = application;
  const file = envFileName(application.name, hasOwnToken ? "consumer" : undefined);
  const { dates, portal } = page.viewer.frame.texts;
  const { terms, file: fileLabel, withoutToken, previousUntil, previousRevoked } = portal.keys;
  return madePage(page, {
    credential: "consumer-secret",
    credentials: [
      { label: terms["consumer-key"], value: consumerKey, copies: "consumerKey" },
      { label: terms["consumer-secret"], value: secret, copies: "consumerSecret" },
      {
        label: html`${fileLabel}: <code>${file}</code>`,
        value: envFile({ BASE_URL: baseUrl, CONSUMER_KEY: consumerKey, CONSUMER_SECRET: secret }),
        copies: "environment",
        file,
      },
    ],
    more: html`${hasOwnToken && html`<p>${phrase(withoutToken(envFileName(application.name)))}</p>`}
<p>${until === undefined ? previousRevoked : html`${previousUntil} ${moment(dates, until)}`}</p>`,
  });
}
