import type { NewApplication } from "../../domain/application.ts";
import type { AuditContext } from "../../domain/audit.ts";
import { waitingSchemes } from "../../domain/callback-schemes.ts";
import {
  type ApplicationId,
  type ConsumerKey,
  mintApplicationId,
  mintConsumerKey,
  mintConsumerSecret,
  type Random,
  type Secret,
  type UserId,
} from "../../domain/credentials.ts";
import type { ApplicationDraft } from "../../domain/fields/application.ts";
import type { Dependencies } from "../../verification/dependencies.ts";

export interface ConsumerKeys {
  readonly consumerKey: ConsumerKey;
  readonly consumerSecret: Secret;
}

/** Creates an application with a new consumer key and secret, or with those that are given. */
export async function createApplication(
  { ledger, random }: Pick<Dependencies, "ledger" | "random">,
  application: Omit<NewApplication, "now" | keyof ConsumerKeys> & Partial<ConsumerKeys>,
  auditContext: AuditContext,
): Promise<ConsumerKeys | "id-taken" | "too-many" | "owner-gone"> {
  const {
    consumerKey = mintConsumerKey(random),
    consumerSecret = mintConsumerSecret(random),
    ...rest
  } = application;
  const outcome = await ledger.createApplication(
    { ...rest, consumerKey, consumerSecret, now: auditContext.at },
    auditContext,
  );
  return outcome === "created" ? { consumerKey, consumerSecret } : outcome;
}

/** Creates an application for an administrator, who may create any number. Undefined if the owner was deleted. */
export async function createApplicationFor(
  dependencies: Pick<Dependencies, "ledger" | "random">,
  ownerId: UserId,
  draft: ApplicationDraft,
  auditContext: AuditContext,
): Promise<(ConsumerKeys & { readonly id: ApplicationId }) | undefined> {
  const wanted = administratorsApplication(ownerId, draft, dependencies.random);
  const created = await createApplication(dependencies, wanted, auditContext);
  if (created === "owner-gone") return undefined;
  // This is extremely improbable. Nothing was created, so no secret may be shown.
  if (typeof created === "string") throw new Error("the new ID is already taken; try again");
  return { id: wanted.id, ...created };
}

/** With new keys and a new ID. The callback schemes of an administrator are confirmed. */
export function administratorsApplication(
  ownerId: UserId,
  draft: ApplicationDraft,
  random: Random,
): Omit<NewApplication, "now"> {
  return {
    ...draft,
    id: mintApplicationId(random),
    ownerId,
    consumerKey: mintConsumerKey(random),
    consumerSecret: mintConsumerSecret(random),
    confirmedSchemes: waitingSchemes(draft.callbacks, []),
  };
}
