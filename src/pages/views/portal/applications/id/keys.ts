import type { AccessLevel } from "../../../../../domain/access.ts";
import type { ApplicationKeys } from "../../../../../domain/application.ts";
import type { ConsumerKey } from "../../../../../domain/credentials.ts";
import { dayOf } from "../../../../../domain/day.ts";
import type { Credential } from "../../../../languages/english/portal/keys.ts";
import { tag } from "../../../banner.ts";
import { type Html, html } from "../../../html.ts";
import type { Frame } from "../../../layout.ts";
import { facts } from "../../../list.ts";
import { copied } from "../../../scripts.ts";
import { day, moment } from "../../../time.ts";

/** Secrets and tokens themselves are never here, only since when each is active. */
export type Keys = ApplicationKeys & {
  readonly applicationId: string;
  readonly consumerKey: ConsumerKey;
  readonly secretSetAt: number;
  readonly secretRevokedAt: number | undefined;
  /** The user's own token gets the application's level. */
  readonly access: AccessLevel;
  /** Nothing new can be made then. */
  readonly suspended: boolean;
  readonly now: number;
};

/** Each credential links to the page that makes and ends it. */
export function keysSection(frame: Frame, keys: Keys): Html {
  const { keys: texts } = frame.texts.portal;
  const { terms } = texts;
  const hasOwn = keys.ownAccess.some((one) => one.access === keys.access);
  return html`<section id="keys" aria-labelledby="keys-title">
<h2 id="keys-title">${texts.title}</h2>
${facts([
  [
    terms["consumer-key"],
    html`<code${copied} dir="ltr" id="consumer-key">${keys.consumerKey}</code>`,
  ],
  row("consumer-secret", secretStands(frame, keys), {
    makes: keys.secretRevokedAt === undefined ? "regenerate" : "create",
    ends: keys.previousSecretUntil !== undefined,
  }),
  row("bearer-token", bearerStands(frame, keys), {
    makes: keys.bearerSince === undefined && "create",
    ends: hasBearer(keys),
  }),
  row("access-token", accessStands(frame, keys), {
    makes: hasOwn ? "regenerate" : "create",
    ends: keys.ownAccess.length > 0,
  }),
])}
</section>`;

  /** The link says what its page offers. */
  function row(
    credential: Credential,
    current: Html,
    { makes, ends }: { readonly makes: "create" | "regenerate" | false; readonly ends: boolean },
  ): readonly [string, Html] {
    const href = credentialPath(keys.applicationId, credential);
    const { links } = texts;
    const made = !keys.suspended && makes;
    const link = made ? links[made][ends ? "orRevoke" : "only"] : ends && links.revoke;
    return [
      terms[credential],
      html`<div>${current}</div>
${link && html`<a class="action" href="${href}" aria-label="${link}: ${terms[credential]}">${link}</a>`}`,
    ];
  }
}

export function credentialPath(applicationId: string, credential: Credential): string {
  return `/portal/applications/${applicationId}/${credential}`;
}

export type SecretKeys = Pick<
  Keys,
  "secretSetAt" | "secretRevokedAt" | "previousSecretUntil" | "now"
>;

export function secretStands(
  frame: Frame,
  { secretSetAt, secretRevokedAt, previousSecretUntil, now }: SecretKeys,
): Html {
  const { dates, portal } = frame.texts;
  if (secretRevokedAt !== undefined) {
    return html`<p>${tag("now", portal.keys.ended)} ${portal.keys.endedOn} ${moment(dates, secretRevokedAt)}</p>
<p class="quiet">${portal.keys.endedMeans}</p>`;
  }
  return html`<p>${portal.keys.set} ${ago(frame, secretSetAt, now)}</p>
${previousSecretUntil !== undefined && html`<p>${portal.keys.previousUntil} ${moment(dates, previousSecretUntil)}</p>`}`;
}

export function bearerStands(
  frame: Frame,
  { bearerSince, previousBearerSince, previousSecretUntil, suspended, now }: BearerKeys,
): Html {
  const { dates, portal } = frame.texts;
  const { noBearer, set, outstanding, previousBearerUntil } = portal.keys;
  const current =
    bearerSince === undefined
      ? html`<p>${noBearer}</p>`
      : html`<p>${suspended ? set : outstanding} ${ago(frame, bearerSince, now)}</p>`;
  if (previousBearerSince === undefined || previousSecretUntil === undefined) return current;
  return html`${bearerSince !== undefined && current}
<p>${previousBearerUntil} ${moment(dates, previousSecretUntil)}</p>`;
}

export type BearerKeys = Pick<
  Keys,
  "bearerSince" | "previousBearerSince" | "previousSecretUntil" | "now"
> & { readonly suspended?: boolean };

export function hasBearer({ bearerSince, previousBearerSince }: BearerKeys): boolean {
  return bearerSince !== undefined || previousBearerSince !== undefined;
}

export function accessStands(
  frame: Frame,
  { ownAccess, now }: Pick<Keys, "ownAccess" | "now">,
): Html {
  const texts = frame.texts.portal.keys;
  if (ownAccess.length === 0) return html`<p>${texts.noAccess}</p>`;
  return html`${ownAccess.map(({ access, since }) => html`<p>${texts.access[access]} ${ago(frame, since, now)}</p>`)}`;
}

/** The days are those of the calendar. */
function ago({ texts: { dates } }: Frame, at: number, now: number): Html {
  const days = Math.max(0, dayOf(now) - dayOf(at));
  return html`${day(dates, at)} (${dates.ago(days).replaceAll(" ", "\u00a0")})`;
}
