import type { ApplicationId } from "../domain/credentials.ts";
import { Refusal } from "../domain/refusals.ts";
import type { Authentication, Caller } from "./authentication.ts";
import { basic, isBasicScheme } from "./basic.ts";
import { userOnly } from "./bearer.ts";
import { formPairsOf, type Incoming, queryOf } from "./incoming.ts";

export interface OwnerCaller extends Caller {
  readonly applicationId: ApplicationId;
  readonly isOwner: boolean;
  /** For the audit trail. */
  readonly actor: string;
  /** The bearer token that the request names. */
  readonly presented: string | undefined;
}

/**
 * The application's owner, by consumer keys and the owner's access token. Where the operator allows it
 * (`basic-invalidate`), the application itself by its Basic credentials.
 */
export const ownerOrBasic: Authentication<OwnerCaller> = {
  scheme: "signed with an access token, or Basic by configuration",
  async prove(incoming, reads, surroundings, admit) {
    if (
      surroundings.config.compat.has("basic-invalidate") &&
      isBasicScheme(incoming.authorization)
    ) {
      const { consumer } = await basic.prove(incoming, reads, surroundings, admit);
      return {
        applicationId: consumer.applicationId,
        isOwner: true,
        actor: `application:${consumer.applicationId}`,
        presented: onlyValue(incoming, "access_token"),
      };
    }
    const signed = await userOnly.prove(incoming, reads, surroundings, admit);
    const { consumer, access, request } = signed;
    return {
      applicationId: consumer.applicationId,
      isOwner: access.user.id === consumer.ownerId,
      actor: `user:${access.user.id}`,
      presented: request.parameter("access_token"),
    };
  },
};

function onlyValue(incoming: Incoming, name: string): string | undefined {
  const sent = [...queryOf(incoming), ...formPairsOf(incoming)];
  const values = new Set(sent.filter((one) => one[0] === name).map((one) => one[1]));
  if (values.size > 1) {
    throw new Refusal("badAuthenticationData", { detail: `${name} has different values` });
  }
  return values.values().next().value;
}
