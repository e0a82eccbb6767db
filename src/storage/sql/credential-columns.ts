/**
 * The columns of the rows of credentials, by name: the queries and the places in a row follow from one list. Rows are
 * arrays, because an object with twenty names costs as much again as finding the row.
 */
import type { AccessLevel } from "../../domain/access.ts";
import type { TokenDigest } from "../../domain/credentials.ts";

/** SQL without the final condition. */
export interface CredentialSelects {
  /** The columns of `consumerAt`, from the table `application`. */
  readonly consumerColumns: string;
  /**
   * A row of `accessAt`, from `access_token`, `further_access_token` or a subquery with `accessColumns`; a condition on
   * `access_token.token` and `consumer_key` follows.
   */
  readonly accessFrom: (tokens: string) => string;
  /** A row of `requestAt`; a condition on `request_token.token` and `consumer_key` follows. */
  readonly request: string;
  /** A row of `secretsAt`; a condition on `application.id` follows. */
  readonly secretsAndBearerTokens: string;
}

/** The columns of an application in the rows of its credentials. Encrypted secrets are in hex. */
export interface ConsumerValues {
  readonly applicationId: number;
  readonly ownerId: number;
  readonly consumerKey: string;
  readonly access: AccessLevel;
  readonly requestEmail: number;
  readonly requireSha256: number;
  readonly networks: string;
  readonly networksForBearer: number;
  readonly suspended: string | null;
  readonly approval: string | null;
  readonly callbacks: string;
  readonly confirmedSchemes: string;
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly previousUntil: number | null;
  readonly secretSetAt: number;
}

interface AccessValues {
  readonly secret: string;
  readonly access: AccessLevel;
  readonly emailGranted: number;
  readonly lastUsedDay: number | null;
  readonly userId: number;
  readonly screenName: string;
  readonly name: string;
  readonly email: string;
  readonly createdAt: number;
  readonly suspended: string | null;
  readonly token: string;
}

interface RequestValues {
  readonly secret: string;
  readonly approvedBy: number | null;
  readonly suspended: string | null;
  readonly expiresAt: number;
  readonly token: string;
}

/** The application that a bearer token identifies. */
interface BearerValues {
  readonly applicationId: number;
  readonly consumerKey: string;
  readonly access: AccessLevel;
  readonly networks: string;
  readonly suspended: string | null;
  readonly approval: string | null;
  readonly digest: TokenDigest;
  readonly isPrevious: number;
  readonly previousUntil: number | null;
  readonly secretSetAt: number;
}

/** An application's consumer secrets, and the bearer token that each fetched. */
interface SecretValues {
  readonly applicationId: number;
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly previousUntil: number | null;
  readonly secretSetAt: number;
  readonly token: string | null;
  readonly previousToken: string | null;
}

/** The SQL of each column by its name, in the order of the row. */
type Columns<Values> = Readonly<Record<keyof Values, string>>;

/**
 * `hex`: the SQL expression for a column's bytes in hex, null if the column is null. Node's SQLite allocates a
 * buffer outside the heap for each blob, which takes a microsecond; a text costs a tenth of that and compares
 * as fast.
 */
type Hex = (column: string) => string;

/** Null if the application is approved. While only a change of it waits, it is. */
const approvalOf =
  "case when awaited_access is null and awaited_callbacks is null then approval end";

const consumerColumns = (hex: Hex): Columns<ConsumerValues> => ({
  applicationId: "application.id",
  ownerId: "owner_id",
  consumerKey: "consumer_key",
  access: "application.access",
  requestEmail: "application.request_email",
  requireSha256: "require_sha256",
  networks: "networks",
  networksForBearer: "networks_for_bearer",
  suspended: "application.suspended_because",
  approval: approvalOf,
  callbacks: "callbacks",
  confirmedSchemes: "confirmed_schemes",
  secret: hex("consumer_secret"),
  previousSecret: hex("previous_secret"),
  previousUntil: "previous_secret_until",
  secretSetAt: "secret_set_at",
});

const accessTokenColumns = (hex: Hex): Columns<AccessValues> => ({
  secret: hex("access_token.secret"),
  access: "access_token.access",
  emailGranted: "email_granted",
  lastUsedDay: "last_used_day",
  userId: "user_id",
  screenName: "screen_name",
  name: '"user".name',
  email: "case when email_verified = 1 then email else '' end",
  createdAt: '"user".created_at',
  suspended: '"user".suspended_because',
  token: "access_token.token",
});

const requestTokenColumns = (hex: Hex): Columns<RequestValues> => ({
  secret: hex("request_token.secret"),
  approvedBy: "approved_by",
  suspended: '"user".suspended_because',
  expiresAt: "expires_at",
  token: "request_token.token",
});

const bearerColumns = (isPrevious: "0" | "1"): Columns<BearerValues> => ({
  applicationId: "application.id",
  consumerKey: "consumer_key",
  access: "access",
  networks: "networks",
  suspended: "application.suspended_because",
  approval: approvalOf,
  digest: "digest",
  isPrevious,
  previousUntil: "previous_secret_until",
  secretSetAt: "secret_set_at",
});

const secretColumns = (hex: Hex): Columns<SecretValues> => ({
  applicationId: "application.id",
  secret: hex("consumer_secret"),
  previousSecret: hex("previous_secret"),
  previousUntil: "previous_secret_until",
  secretSetAt: "secret_set_at",
  token: hex("bearer_token.token"),
  previousToken: hex("previous_bearer_token.token"),
});

/** The place of a column in a row, and the type of its value. */
type Position<Value> = number & { readonly value?: Value };

/** `from`: the place of the first column. */
function positionsOf<Values>(columns: (hex: Hex) => Columns<Values>, from: number) {
  const names = Object.keys(columns((column) => column));
  return Object.fromEntries(names.map((name, at) => [name, from + at])) as {
    readonly [Name in keyof Values]: Position<Values[Name]>;
  };
}

export const consumerAt = positionsOf(consumerColumns, 0);
const behindConsumer = Object.keys(consumerAt).length;
export const accessAt = positionsOf(accessTokenColumns, behindConsumer);
export const requestAt = positionsOf(requestTokenColumns, behindConsumer);

export const bearerAt = positionsOf(() => bearerColumns("0"), 0);
export const secretsAt = positionsOf(secretColumns, 0);

/**
 * A row with the columns of `consumerAt`, and those of `accessAt` or `requestAt` behind them; or with the columns of
 * `bearerAt` or `secretsAt`.
 */
export type CredentialRow = readonly unknown[];

export function cell<Value>(row: CredentialRow, at: Position<Value>): Value {
  return row[at] as Value;
}

export function credentialSelects(hex: Hex): CredentialSelects {
  const listed = (columns: (hex: Hex) => object) => Object.values(columns(hex)).join(", ");
  return {
    consumerColumns: listed(consumerColumns),
    accessFrom: (tokens) => `select ${listed(consumerColumns)}, ${listed(accessTokenColumns)}
      from ${tokens} as access_token
        join application on application.id = access_token.application_id
        join "user" on "user".id = access_token.user_id`,
    request: `select ${listed(consumerColumns)}, ${listed(requestTokenColumns)}
      from request_token
        join application on application.id = request_token.application_id
        left join "user" on "user".id = request_token.approved_by`,
    secretsAndBearerTokens: `select ${listed(secretColumns)}
      from application
        left join bearer_token on bearer_token.application_id = application.id
        left join previous_bearer_token on previous_bearer_token.application_id = application.id`,
  };
}

/** The columns that `accessFrom` reads. */
export const accessColumns =
  "token, secret, application_id, user_id, access, email_granted, last_used_day";

/** A row of `bearerAt`. The condition names `digest`. */
export function selectBearer(condition: string): string {
  const from = (table: string, isPrevious: "0" | "1") =>
    `select ${Object.values(bearerColumns(isPrevious)).join(", ")}
      from ${table} join application on application.id = ${table}.application_id where ${condition}`;
  // SQLite stops after the first row, so a current token costs nothing more.
  return `${from("bearer_token", "0")} union all ${from("previous_bearer_token", "1")}`;
}
