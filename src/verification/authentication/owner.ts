import type { ApplicationId, UserId } from "../../domain/credentials.ts";
import type { Authentication, Caller } from "./authentication.ts";
import { basic, isBasicScheme } from "./basic.ts";
import { userOnly } from "./callers.ts";
import { decisiveValues } from "./incoming.ts";

export interface OwnerCaller extends Caller {
  readonly applicationId: ApplicationId;
  readonly isOwner: boolean;
  /** The user must own the application when the write commits. It is undefined for the application itself. */
  readonly ownerId: UserId | undefined;
  readonly actor: string;
  readonly presented: string | undefined;
}

/**
 * Accepts the consumer key with the owner's access token and, if the administrator allows it
 * (`basic-invalidate`), the application's Basic credentials.
 */
export const ownerOrBasic: Authentication<OwnerCaller> = {
  scheme: "signed with an access token, or Basic by configuration",
  accepts: ["OAuth"],
  async authenticate(incoming, reads, dependencies) {
    if (
      dependencies.config.compat.has("basic-invalidate") &&
      isBasicScheme(incoming.authorization)
    ) {
      const { caller } = await basic.authenticate(incoming, reads, dependencies);
      const { applicationId } = caller.consumer;
      return {
        caller: {
          applicationId,
          isOwner: true,
          ownerId: undefined,
          actor: `application:${applicationId}`,
          presented: decisiveValues(incoming, (name) => name === presentedName).get(presentedName),
        },
      };
    }
    const signed = await userOnly.authenticate(incoming, reads, dependencies);
    const { consumer, access, request } = signed.caller;
    return {
      ...signed,
      caller: {
        applicationId: consumer.applicationId,
        isOwner: access.user.id === consumer.ownerId,
        ownerId: access.user.id,
        actor: `user:${access.user.id}`,
        presented: request.parameter(presentedName),
      },
    };
  },
};

const presentedName = "access_token";
