/** The encrypted columns, and the identity that each secret is bound to (the associated data of its encryption). */
import { adminRequestIdentity } from "../../domain/admin-request.ts";
import type { ApplicationId } from "../../domain/credentials.ts";
import { totpIdentity } from "../../domain/factors.ts";
import { loggedRequestIdentity } from "../../domain/logged-request.ts";

export function consumerSecretIdentity(applicationId: ApplicationId | number | string): string {
  return `application.consumer_secret:${applicationId}`;
}

export function requestTokenIdentity(token: string): string {
  return `request_token.secret:${token}`;
}

export function accessTokenIdentity(token: string): string {
  return `access_token.secret:${token}`;
}

export function bearerTokenIdentity(applicationId: ApplicationId | number | string): string {
  return `bearer_token.token:${applicationId}`;
}

export function previousBearerTokenIdentity(
  applicationId: ApplicationId | number | string,
): string {
  return `previous_bearer_token.token:${applicationId}`;
}

/** Every encrypted column, with its table's key and the identity of the row with this key. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    ...sealedColumn("application", "id", "consumer_secret", consumerSecretIdentity),
    digest: "consumer_secret_digest",
  },
  {
    ...sealedColumn("application", "id", "previous_secret", consumerSecretIdentity),
    digest: "previous_secret_digest",
  },
  sealedColumn("bearer_token", "application_id", "token", bearerTokenIdentity),
  sealedColumn("previous_bearer_token", "application_id", "token", previousBearerTokenIdentity),
  sealedColumn("request_token", "token", "secret", requestTokenIdentity),
  {
    ...sealedColumn("access_token", "token", "secret", accessTokenIdentity),
    digest: "secret_digest",
  },
  {
    ...sealedColumn("further_access_token", "token", "secret", accessTokenIdentity),
    digest: "secret_digest",
  },
  sealedColumn("totp", "user_id", "secret", totpIdentity),
  sealedColumn("logged_request", "id", "details", loggedRequestIdentity),
  sealedColumn("admin_request", "digest", "reply", adminRequestIdentity),
];

export interface SealedColumn {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  /** The column of the secret's digest (`secret-digests.ts`), if there is one. */
  readonly digest?: string;
  readonly identity: (key: string | number) => string;
}

function sealedColumn(
  table: string,
  key: string,
  column: string,
  identityOf: (key: string) => string,
): SealedColumn {
  return { table, key, column, identity: (value) => identityOf(String(value)) };
}
