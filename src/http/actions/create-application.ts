import type { NewApplication } from "../../domain/application.ts";
import type { AuditContext } from "../../domain/audit.ts";
import {
  type ConsumerKey,
  mintConsumerKey,
  mintConsumerSecret,
  type Secret,
} from "../../domain/credentials.ts";
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
): Promise<ConsumerKeys | "id-taken" | "too-many"> {
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
