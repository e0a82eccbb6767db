/** Reads the rows of credentials for requests, on every engine. */
import type { AccessLevel } from "../../domain/access.ts";
import type { AccessTokenCredentials } from "../../domain/access-token.ts";
import { withinNetworks } from "../../domain/address.ts";
import {
  type AllowedNetworks,
  type ConsumerCredentials,
  overlapLasts,
} from "../../domain/application.ts";
import {
  type AccessToken,
  type ApplicationId,
  type BearerToken,
  type ConsumerKey,
  Secret,
  type UserId,
} from "../../domain/credentials.ts";
import { endsOf, isWithin, type Moment } from "../../domain/lasting.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { type RequestTokenCredentials, requestTokenLifeMs } from "../../domain/request-token.ts";
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import {
  accessAt,
  bearerAt,
  type ConsumerValues,
  type CredentialRow,
  cell,
  consumerAt,
  requestAt,
  secretsAt,
} from "./credential-columns.ts";
import { isSameSecret } from "./importing.ts";
import { type OpenSecret, secretOpener } from "./opened-secrets.ts";
import {
  accessTokenIdentity,
  bearerTokenIdentity,
  consumerSecretIdentity,
  previousBearerTokenIdentity,
  requestTokenIdentity,
} from "./sealed.ts";
import { schemesIn } from "./waiting-applications.ts";

/** The lookups of every signed or bearer request, which an engine makes itself. */
export type CredentialLookups = Pick<
  Ledger,
  | "consumerCredentials"
  | "accessTokenCredentials"
  | "requestTokenCredentials"
  | "bearerApplication"
  | "outstandingBearerToken"
>;

/** About half a kilobyte each. */
const maxOpenedOfApplications = 1000;
const maxOpenedOfTokens = 50_000;

export interface CredentialRows {
  consumer(row: CredentialRow, now: Moment): ConsumerCredentials;
  access(
    row: CredentialRow,
    now: number,
  ): { consumer: ConsumerCredentials; access: AccessTokenCredentials };
  /** Returns undefined if it has expired. */
  request(
    row: CredentialRow,
    now: Moment,
  ): { consumer: ConsumerCredentials; request: RequestTokenCredentials } | undefined;
  /** Returns undefined if the secret that fetched it has ended. */
  bearer(
    row: CredentialRow,
    now: number,
  ):
    | {
        applicationId: ApplicationId;
        consumerKey: ConsumerKey;
        access: AccessLevel;
        networks: AllowedNetworks | undefined;
        suspended: boolean;
        ownerOnly: boolean;
        isPrevious: boolean;
      }
    | undefined;
  /** The token that this consumer secret fetched. */
  bearerToken(row: CredentialRow, authenticatedBy: Secret, now: number): BearerToken | undefined;
  /** A row for an unknown key, to be read like a real one. */
  readonly decoy: CredentialRow;
  /** SQL that makes `decoy`. Its parameter is the secret's bytes. */
  readonly decoySelect: string;
  readonly decoySecret: Uint8Array;
}

export function credentialRows(keys: KeyRing): CredentialRows {
  const open = secretOpener(keys, consumerSecretIdentity, maxOpenedOfApplications);
  const openBearer = secretOpener(keys, bearerTokenIdentity, maxOpenedOfApplications);
  const openPrevious = secretOpener(keys, previousBearerTokenIdentity, maxOpenedOfApplications);
  const openAccess = secretOpener(keys, accessTokenIdentity, maxOpenedOfTokens);
  const decoySecret = keys.seal(new Secret("nobody"), consumerSecretIdentity(0));
  const decoy = decoyWith(Buffer.from(decoySecret).toString("hex"));
  const consumer = (row: CredentialRow, now: Moment) => toConsumer(row, open, now);

  return {
    consumer,
    decoy: Object.values(decoy),
    decoySelect: `select ${Object.values({ ...decoy, secret: "hex(?)" })
      .map(asSql)
      .join(", ")}`,
    decoySecret,

    access(row, now) {
      const token = cell(row, accessAt.token);
      return {
        consumer: consumer(row, now),
        access: {
          token: token as AccessToken,
          secret: openAccess(token, cell(row, accessAt.secret)),
          access: cell(row, accessAt.access),
          emailGranted: cell(row, accessAt.emailGranted) === 1,
          lastUsedDay: cell(row, accessAt.lastUsedDay) ?? undefined,
          user: {
            id: String(cell(row, accessAt.userId)) as UserId,
            screenName: cell(row, accessAt.screenName),
            name: cell(row, accessAt.name),
            email: cell(row, accessAt.email),
            suspended: cell(row, accessAt.suspended) !== null,
            createdAt: cell(row, accessAt.createdAt),
          },
        },
      };
    },

    request(row, now) {
      if (!isWithin(endsOf(now, requestTokenLifeMs), cell(row, requestAt.expiresAt))) {
        return undefined;
      }
      const approvedBy = cell(row, requestAt.approvedBy);
      const secret = Buffer.from(cell(row, requestAt.secret), "hex");
      return {
        consumer: consumer(row, now),
        request: {
          secret: keys.open(secret, requestTokenIdentity(cell(row, requestAt.token))),
          approvedBy:
            approvedBy === null
              ? undefined
              : {
                  id: String(approvedBy) as UserId,
                  suspended: cell(row, requestAt.suspended) !== null,
                },
        },
      };
    },

    bearer(row, now) {
      const overlap = {
        until: cell(row, bearerAt.previousUntil),
        setAt: cell(row, bearerAt.secretSetAt),
      };
      const isPrevious = cell(row, bearerAt.isPrevious) === 1;
      if (isPrevious && !overlapLasts(overlap, now)) return undefined;
      return {
        applicationId: String(cell(row, bearerAt.applicationId)) as ApplicationId,
        consumerKey: cell(row, bearerAt.consumerKey) as ConsumerKey,
        access: cell(row, bearerAt.access),
        networks: networksIn(cell(row, bearerAt.networks), true),
        suspended: cell(row, bearerAt.suspended) !== null,
        ownerOnly: cell(row, bearerAt.approval) !== null,
        isPrevious,
      };
    },

    bearerToken(row, authenticatedBy, now) {
      const id = cell(row, secretsAt.applicationId);
      if (isSameSecret(open(id, cell(row, secretsAt.secret)), authenticatedBy)) {
        const token = cell(row, secretsAt.token);
        return token === null ? undefined : (openBearer(id, token).reveal() as BearerToken);
      }
      const previousSecret = cell(row, secretsAt.previousSecret);
      const previousToken = cell(row, secretsAt.previousToken);
      if (previousSecret === null || previousToken === null) return undefined;
      const overlap = {
        until: cell(row, secretsAt.previousUntil),
        setAt: cell(row, secretsAt.secretSetAt),
      };
      if (!overlapLasts(overlap, now)) return undefined;
      if (!isSameSecret(open(id, previousSecret), authenticatedBy)) return undefined;
      return openPrevious(id, previousToken).reveal() as BearerToken;
    },
  };
}

/** The values are in the order of `consumerColumns`, so that they make a row. */
function decoyWith(secret: string): ConsumerValues {
  const values: ConsumerValues = {
    applicationId: 0,
    ownerId: 0,
    consumerKey: "nobody",
    access: "read",
    requestEmail: 0,
    requireSha256: 0,
    networks: noNetworks,
    networksForBearer: 0,
    suspended: null,
    approval: null,
    callbacks: "[]",
    confirmedSchemes: " ",
    secret,
    previousSecret: null,
    previousUntil: null,
    secretSetAt: 0,
  };
  const names = Object.keys(consumerAt) as (keyof ConsumerValues)[];
  return Object.fromEntries(names.map((name) => [name, values[name]])) as unknown as ConsumerValues;
}

const noNetworks = "[]";

function networksIn(json: string, bearerOnly: boolean): AllowedNetworks | undefined {
  return json === noNetworks ? undefined : { bearerOnly, allows: (one) => rulesIn(json)(one) };
}

/** Rules by their JSON, because reading them takes longer than the rest of a row. */
const readRules = new Map<string, (address: string) => boolean>();
const maxReadRules = 1000;

function rulesIn(json: string): (address: string) => boolean {
  const known = readRules.get(json);
  if (known !== undefined) return known;
  const rules = withinNetworks(JSON.parse(json));
  if (readRules.size >= maxReadRules) readRules.clear();
  readRules.set(json, rules);
  return rules;
}

function asSql(value: string | number | null): string {
  return typeof value === "string" && value !== "hex(?)" ? `'${value}'` : String(value);
}

function toConsumer(
  row: CredentialRow,
  open: OpenSecret<number>,
  now: Moment,
): ConsumerCredentials {
  const id = cell(row, consumerAt.applicationId);
  const current = open(id, cell(row, consumerAt.secret));
  const previousSecret = cell(row, consumerAt.previousSecret);
  const until = cell(row, consumerAt.previousUntil);
  const setAt = cell(row, consumerAt.secretSetAt);
  const overlaps = previousSecret !== null && overlapLasts({ until, setAt }, now);
  return {
    applicationId: String(id) as ApplicationId,
    ownerId: String(cell(row, consumerAt.ownerId)) as UserId,
    consumerKey: cell(row, consumerAt.consumerKey) as ConsumerKey,
    access: cell(row, consumerAt.access),
    requestEmail: cell(row, consumerAt.requestEmail) === 1,
    requireSha256: cell(row, consumerAt.requireSha256) === 1,
    networks: networksIn(
      cell(row, consumerAt.networks),
      cell(row, consumerAt.networksForBearer) === 1,
    ),
    suspended: cell(row, consumerAt.suspended) !== null,
    ownerOnly: cell(row, consumerAt.approval) !== null,
    callbacks: () => JSON.parse(cell(row, consumerAt.callbacks)),
    confirmedSchemes: () => schemesIn(cell(row, consumerAt.confirmedSchemes)),
    consumerSecrets: overlaps ? [current, open(id, previousSecret)] : [current],
  };
}
