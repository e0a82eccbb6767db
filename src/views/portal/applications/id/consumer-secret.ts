import { type Overlap, overlaps } from "../../../../domain/application.ts";
import { choices } from "../../../form.ts";
import { type Html, html } from "../../../html.ts";
import { moment } from "../../../time.ts";
import { envFile, envFileName } from "../../env-file.ts";
import {
  type CredentialPage,
  changeCard,
  credentialPage,
  madePage,
  problemOf,
  type Refused,
} from "./credential-page.ts";
import { type Keys, secretStands } from "./keys.ts";

export type SecretChange = "regenerate" | "end-old";

export type SecretPage = CredentialPage & {
  readonly keys: Pick<Keys, "secretSetAt" | "oldSecretUntil" | "now">;
  /** How many have granted access. */
  readonly people: number;
  readonly refused?: Refused<SecretChange> & { readonly overlap?: Overlap | "none" };
};

/** Regenerates the secret, with an overlap, and ends an overlap early. */
export function consumerSecretPage(page: SecretPage): Html {
  const { person, keys, refused } = page;
  const overlapMissing = refused?.overlap === "none";
  return credentialPage(page, {
    credential: "consumer-secret",
    stands: secretStands(person.frame, keys),
    problem: overlapMissing
      ? person.frame.texts.portal.keys.regenerateSecret.chooseOverlap
      : problemOf(person, refused),
    cards: [regenerateCard(page), keys.oldSecretUntil !== undefined && endOldCard(page)],
  });
}

function regenerateCard(page: SecretPage): Html | undefined {
  const { person, application, keys, people, refused } = page;
  const { nobody, regenerateSecret: texts } = person.frame.texts.portal.keys;
  if (application.suspendedBecause !== undefined) return undefined;
  const chosen = refused?.overlap === "none" ? undefined : refused?.overlap;
  return changeCard(page, {
    credential: "consumer-secret",
    change: "regenerate",
    title: texts.title,
    what: html`<p>${texts.what}</p>
<p>${people === 0 ? nobody : texts.people(people)}</p>
${keys.oldSecretUntil !== undefined && html`<p>${texts.endsOlder}</p>`}`,
    fields: html`${shownFor(keys)}
${choices({
  name: "overlap",
  label: texts.overlap,
  chosen,
  options: (Object.keys(overlaps) as Overlap[]).map((value) => ({
    value,
    ...texts.overlaps[value],
  })),
  problem: refused?.overlap === "none" && texts.chooseOverlap,
})}`,
    submit: texts.submit,
    refused,
    asksPassword: true,
  });
}

function endOldCard(page: SecretPage): Html {
  const { keys, people, person } = page;
  const { nobody, endOldSecret: texts } = person.frame.texts.portal.keys;
  return changeCard(page, {
    credential: "consumer-secret",
    change: "end-old",
    title: texts.title,
    what: html`<p>${texts.what}</p>
<p>${people === 0 ? nobody : texts.people(people)}</p>`,
    fields: shownFor(keys),
    submit: texts.submit,
    danger: true,
    refused: page.refused,
    asksPassword: true,
  });
}

function shownFor({ secretSetAt }: SecretPage["keys"]): Html {
  return html`<input type="hidden" name="replaces" value="${secretSetAt}">`;
}

export function secretMadePage(
  page: CredentialPage & {
    readonly consumerKey: string;
    readonly secret: string;
    readonly oldSecretUntil: number | undefined;
  },
): Html {
  const { application, consumerKey, secret, oldSecretUntil: until } = page;
  const file = envFileName(application.name);
  const { dates, portal } = page.person.frame.texts;
  const { terms, oldUntil, oldEnded } = portal.keys;
  return madePage(page, {
    credential: "consumer-secret",
    shown: [
      [terms["consumer-key"], consumerKey],
      [terms["consumer-secret"], secret],
      [html`<code>${file}</code>`, envFile(consumerKey, secret), file],
    ],
    more:
      until === undefined
        ? html`<p>${oldEnded}</p>`
        : html`<p>${oldUntil} ${moment(dates, until)}</p>`,
  });
}
