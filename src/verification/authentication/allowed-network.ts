import { unknownAddress } from "../../domain/address.ts";
import type { AllowedNetworks } from "../../domain/application.ts";
import type { ApplicationCredential, ApplicationId } from "../../domain/credentials.ts";
import { RequestError } from "../../domain/errors.ts";
import type { Incoming } from "./incoming.ts";

/**
 * Rejects a request from a network that the application doesn't allow. Call this once the credentials hold, so that
 * only the application learns of its rule, and before the nonce is spent.
 */
export function rejectNetwork(
  application: {
    readonly applicationId: ApplicationId;
    readonly networks: AllowedNetworks | undefined;
  },
  { address }: Pick<Incoming, "address">,
  credential: ApplicationCredential,
): void {
  const { applicationId, networks } = application;
  if (networks === undefined || (networks.bearerOnly && !isBearer(credential))) return;
  if (networks.allows(address)) return;
  throw new RequestError("networkNotAllowed", {
    detail:
      address === unknownAddress
        ? "the API doesn't tell the client's address, and the application allows only some networks"
        : `the request came from ${address}, which is in none of the application's networks`,
    verifiedAs: applicationId,
    credential,
  });
}

function isBearer(credential: ApplicationCredential): boolean {
  return credential === "bearer token" || credential === "previous bearer token";
}
