import { timingSafeEqual } from "node:crypto";
import type { ConsumerCredentials } from "../../domain/application.ts";
import type { Secret } from "../../domain/credentials.ts";
import { RequestError } from "../../domain/errors.ts";
import { type BasicCredentials, parseBasicCredentials } from "../../domain/oauth2.ts";
import { noTraits } from "../../domain/trait.ts";
import { rejectNetwork } from "./allowed-network.ts";
import type { Authentication, Caller } from "./authentication.ts";
import { consumerOrDecoy } from "./decoy-consumer.ts";
import { rejectEnded } from "./ended.ts";
import { type Incoming, rejectTwoCredentials } from "./incoming.ts";
import { rejectOthers, rejectSuspended } from "./signed-request.ts";

export interface BasicCaller extends Caller {
  readonly consumer: ConsumerCredentials;
  readonly secret: Secret;
}

/** The application by its consumer key and secret (RFC 6749 §2.3.1). */
export const basic: Authentication<BasicCaller> = {
  scheme: "Basic",
  accepts: ["Basic"],
  async authenticate(incoming, _reads, dependencies) {
    const { username, passwords } = readCredentials(incoming);
    const { consumer, known } = await consumerOrDecoy(username, dependencies);
    // All are compared, so that the time does not reveal which one matched.
    const matches = consumer.consumerSecrets.map((one) => isSecret(one, passwords));
    const place = matches.indexOf(true);
    const secret = consumer.consumerSecrets[place];
    if (secret === undefined || !known) throw wrongSecret(username);
    const credential = place === 0 ? "consumer secret" : "previous consumer secret";
    rejectSuspended(consumer, false, credential);
    if (consumer.ownerOnly) rejectOthers(consumer, undefined, credential);
    rejectNetwork(consumer, incoming, credential);
    const { applicationId } = consumer;
    const used = { traits: noTraits, applicationId, credential } as const;
    const sunset = rejectEnded(used, dependencies);
    return { caller: { applicationId, consumer, secret }, credential, sunset };
  },
};

export function wrongSecret(consumerKey: string): RequestError {
  const failedAuthentication = { consumerKey, cause: "secret" } as const;
  return new RequestError("couldNotAuthenticate", { failedAuthentication });
}

export function isBasicScheme(authorization: string | undefined): boolean {
  return authorization !== undefined && /^basic(?: |$)/i.test(authorization);
}

function readCredentials(incoming: Incoming): BasicCredentials {
  if (incoming.authorization === undefined) {
    throw new RequestError("badAuthenticationData", {
      detail: "send the consumer key and secret as HTTP Basic in the Authorization header",
    });
  }
  rejectTwoCredentials(incoming);
  const credentials = parseBasicCredentials(incoming.authorization);
  if (credentials === undefined) {
    throw new RequestError("badAuthenticationData", {
      detail: "the Authorization header must be Basic and the base64 of key:secret",
    });
  }
  return credentials;
}

/** All our consumer secrets have the same length, so the time reveals nothing. */
function isSecret(secret: Secret, presented: readonly string[]): boolean {
  const kept = Buffer.from(secret.reveal());
  return presented.some((one) => {
    const given = Buffer.from(one);
    return kept.length === given.length && timingSafeEqual(kept, given);
  });
}
