/** The identity that each sealed column is bound to (the associated data of its encryption). */
import type { ApplicationId } from "../../domain/credentials.ts";

export function consumerSecretIdentity(applicationId: ApplicationId | number): string {
  return `application.consumer_secret:${applicationId}`;
}

export function requestTokenIdentity(token: string): string {
  return `request_token.secret:${token}`;
}

export function accessTokenIdentity(token: string): string {
  return `access_token.secret:${token}`;
}

export function bearerTokenIdentity(applicationId: ApplicationId | number): string {
  return `bearer_token.token:${applicationId}`;
}
