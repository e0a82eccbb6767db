import type { ConsumerCredentials } from "../../domain/application.ts";
import {
  type ApplicationId,
  type ConsumerKey,
  mintConsumerSecret,
  type UserId,
} from "../../domain/credentials.ts";
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import type { Dependencies } from "../dependencies.ts";

/**
 * An unknown key gets a decoy whose secret no one knows, so that it costs the same work and gets
 * the same response as a wrong secret.
 */
export async function consumerOrDecoy(
  consumerKey: string,
  dependencies: Dependencies,
): Promise<{ consumer: ConsumerCredentials; known: boolean }> {
  const found = await dependencies.ledger.consumerCredentials(consumerKey, dependencies.clock());
  if (found !== undefined) return { consumer: found, known: true };
  return { consumer: decoyConsumer(dependencies), known: false };
}

const decoys = new WeakMap<KeyRing, ConsumerCredentials>();

function decoyConsumer({ keys, random }: Dependencies): ConsumerCredentials {
  const known = decoys.get(keys);
  if (known !== undefined) return known;
  const made: ConsumerCredentials = {
    applicationId: "0" as ApplicationId,
    ownerId: "0" as UserId,
    consumerKey: "" as ConsumerKey,
    access: "read",
    requestEmail: false,
    requireSha256: false,
    networks: undefined,
    suspended: false,
    ownerOnly: false,
    callbacks: () => [],
    confirmedSchemes: () => [],
    consumerSecrets: [mintConsumerSecret(random)],
  };
  decoys.set(keys, made);
  return made;
}
