import type { AccessLevel } from "../../../../../domain/access.ts";
import type { ApplicationKeys } from "../../../../../domain/application.ts";
import type { CredentialUse, CredentialUses } from "../../../../../domain/credential-use.ts";
import type { ConsumerKey } from "../../../../../domain/credentials.ts";
import { beginningOf, dayOf } from "../../../../../domain/day.ts";
import type { Credential } from "../../../../languages/english/portal/keys.ts";
import { tag } from "../../../banner.ts";
import { type Html, html, type Printable } from "../../../html.ts";
import type { Frame } from "../../../layout.ts";
import { facts, number, table } from "../../../list.ts";
import { copied } from "../../../scripts.ts";
import { day, dayInUtc, moment, relative } from "../../../time.ts";

/** Secrets and tokens themselves are never here, only since when each is active. */
export type Keys = ApplicationKeys & {
  readonly applicationId: string;
  readonly consumerKey: ConsumerKey;
  readonly secretSetAt: number;
  readonly secretRevokedAt: number | undefined;
  /** The user's own token gets the application's level. */
  readonly access: AccessLevel;
  readonly uses: CredentialUses;
  /** Nothing new can be made then. */
  readonly suspended: boolean;
  readonly now: number;
};

/** Each credential links to the page that makes and ends it. */
export function keysSection(frame: Frame, keys: Keys): Html {
  const { keys: texts } = frame.texts.portal;
  const { terms, columns, previous } = texts;
  const { uses, secretSetAt, bearerSince, previousBearerSince, previousSecretUntil, now } = keys;
  const hasOwn = keys.ownAccess.some((one) => one.access === keys.access);
  const [own, ...otherOwn] = keys.ownAccess;
  const overlaps = previousSecretUntil !== undefined;
  const isRevoked = keys.secretRevokedAt !== undefined;
  const active = keys.suspended ? texts.suspended : texts.active;
  const rows = [
    row(
      terms["consumer-secret"],
      isRevoked ? undefined : secretSetAt,
      isRevoked ? undefined : uses.of["consumer secret"],
      isRevoked ? secretStands(frame, keys) : active,
      {
        credential: "consumer-secret",
        makes: isRevoked ? "create" : "regenerate",
        ends: false,
      },
    ),
    overlaps &&
      row(
        previous.secret,
        undefined,
        uses.of["previous consumer secret"],
        previousState(frame, uses, previousSecretUntil),
        { credential: "consumer-secret", makes: false, ends: true },
      ),
    row(
      terms["bearer-token"],
      bearerSince,
      bearerSince === undefined ? undefined : uses.of["bearer token"],
      bearerSince === undefined ? texts.noBearer : active,
      {
        credential: "bearer-token",
        makes: bearerSince === undefined && "create",
        ends: hasBearer(keys),
      },
    ),
    overlaps &&
      previousBearerSince !== undefined &&
      row(
        previous.bearer,
        previousBearerSince,
        uses.of["previous bearer token"],
        html`${previous.until} ${moment(frame.texts.dates, previousSecretUntil)}`,
      ),
    row(
      terms["access-token"],
      own?.since,
      own?.lastUsedDay,
      own === undefined ? texts.noAccess : texts.levels[own.access],
      {
        credential: "access-token",
        makes: hasOwn ? "regenerate" : "create",
        ends: own !== undefined,
      },
    ),
    ...otherOwn.map(({ access, since, lastUsedDay }) =>
      row(terms["access-token"], since, lastUsedDay, texts.levels[access]),
    ),
  ];
  return html`<section id="keys" aria-labelledby="keys-title">
<h2 id="keys-title">${texts.title}</h2>
${facts([
  [
    terms["consumer-key"],
    html`<code${copied(frame.texts.shell.script.copies.consumerKey)} dir="ltr" id="consumer-key">${keys.consumerKey}</code>`,
  ],
])}
${table(
  texts.title,
  [
    columns.credential,
    columns.created,
    columns.lastUsed,
    { text: columns.addresses, isNumber: true },
    columns.state,
    "",
  ],
  rows.filter((one) => one !== false),
)}
</section>`;

  function row(
    name: string,
    since: number | undefined,
    /** Of an access token, only the day is known. */
    use: CredentialUse | number | undefined,
    state: Printable,
    links?: Parameters<typeof linkOf>[1],
  ): readonly Printable[] {
    return [
      name,
      since === undefined ? "–" : ago(frame, since, now),
      use === undefined ? "–" : lastUsed(frame, use, now),
      typeof use === "object" && use.lastUsed !== undefined ? addresses(frame, use) : "–",
      state,
      links === undefined ? "" : linkOf(name, links),
    ];
  }

  /** The link says what its page offers. */
  function linkOf(
    name: string,
    {
      credential,
      makes,
      ends,
    }: {
      readonly credential: Credential;
      readonly makes: "create" | "regenerate" | false;
      readonly ends: boolean;
    },
  ): Printable {
    const { links } = texts;
    const made = !keys.suspended && makes;
    const link = made ? links[made][ends ? "orRevoke" : "only"] : ends && links.revoke;
    const href = credentialPath(keys.applicationId, credential);
    return link && html`<a class="action" href="${href}" aria-label="${link}: ${name}">${link}</a>`;
  }
}

/** Whether ending the overlap would break a client. */
export function previousState(
  { texts: { dates, portal } }: Frame,
  { of, previous }: CredentialUses,
  until: number,
): Html {
  const { previous: texts } = portal.keys;
  const times = [of["previous consumer secret"], of["previous bearer token"]].map(
    (one) => one.lastUsed ?? 0,
  );
  const used = Math.max(...times);
  const state = html`<div>${texts.until} ${moment(dates, until)}</div>`;
  if (used === 0) return state;
  if (!previous.isQuiet) return html`${state}<div>${texts.used}</div>`;
  const since = html`${texts.notUsedSince} ${moment(dates, used)}`;
  if (previous.isSafeToEnd) return html`${state}<div>${since}</div><div>${texts.safe}</div>`;
  return html`${state}<div>${since}</div>
${previous.notMoved > 0 && html`<div>${texts.notMoved(previous.notMoved)}</div>`}`;
}

function lastUsed(
  { texts: { dates, portal } }: Frame,
  use: CredentialUse | number,
  now: number,
): Printable {
  if (typeof use === "number") return dayInUtc(dates, beginningOf(use));
  return use.lastUsed === undefined ? portal.keys.unused : relative(dates, use.lastUsed, now);
}

function addresses(frame: Frame, { networks, hasMore }: CredentialUse): string {
  return `${number(frame, networks)}${hasMore ? "+" : ""}`;
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
