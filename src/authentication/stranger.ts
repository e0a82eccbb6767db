import type { Dependencies } from "../dependencies.ts";
import type { ConsumerCredentials } from "../domain/application.ts";
import {
  type ApplicationId,
  type ConsumerKey,
  mintConsumerSecret,
  type UserId,
} from "../domain/credentials.ts";
import type { KeyRing } from "../keys/key-ring.ts";

/**
 * An unknown key gets a decoy whose secret nobody knows, so that it costs the same work and gets
 * the same response as a wrong secret.
 */
export async function consumerOrStranger(
  consumerKey: string,
  dependencies: Dependencies,
): Promise<{ consumer: ConsumerCredentials; known: boolean }> {
  const found = await dependencies.ledger.consumerCredentials(consumerKey, dependencies.clock());
  if (found !== undefined) return { consumer: found, known: true };
  return { consumer: stranger(dependencies), known: false };
}

const strangers = new WeakMap<KeyRing, ConsumerCredentials>();

function stranger({ keys, random }: Dependencies): ConsumerCredentials {
  const known = strangers.get(keys);
  if (known !== undefined) return known;
  const made: ConsumerCredentials = {
    applicationId: "0" as ApplicationId,
    ownerId: "0" as UserId,
    consumerKey: "" as ConsumerKey,
    access: "read",
    requestEmail: false,
    suspended: false,
    callbacks: () => [],
    confirmedSchemes: () => [],
    consumerSecrets: [mintConsumerSecret(random)],
  };
  strangers.set(keys, made);
  return made;
}
