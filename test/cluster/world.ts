/** What the clients of a cluster know: whom they act for, and the credentials that they were given. */
import type { ClusterClient } from "./client.ts";
import type { Level } from "./history.ts";
import type { Recorder } from "./recorder.ts";

export interface World {
  readonly client: ClusterClient;
  readonly recorder: Recorder;
  /** The base URL of all nodes. */
  readonly origin: string;
  readonly people: readonly Member[];
  readonly operator: Member;
  readonly applications: KnownApplication[];
  /** Each has a low limit of request tokens, and nothing else happens to it. */
  readonly limited: readonly KnownApplication[];
  /** People whose grants to an application nobody else touches: it signs them in without asking. */
  readonly silent: readonly SilentSignIn[];
  readonly tokens: KnownToken[];
  readonly bearers: KnownBearer[];
  /** Signed requests that were accepted, the latest last. */
  readonly accepted: SentUse[];
  /** Numbers for names that this history makes. */
  nextNumber(): number;
}

export interface Member {
  readonly id: string;
  readonly screenName: string;
  readonly password: string;
  session: MemberSession | undefined;
}

export interface MemberSession {
  readonly name: string;
  readonly cookie: string;
  readonly csrf: string;
}

export interface KnownApplication {
  readonly id: string;
  readonly name: string;
  readonly owner: Member;
  readonly consumerKey: string;
  /** Undefined: the request that changed it was not answered. */
  secret: { readonly name: string; readonly value: string } | undefined;
  /** What it is registered for, as far as is known. */
  access: Level;
  /** Whether its owner ever changes that. */
  readonly changesLevel: boolean;
}

export interface SilentSignIn {
  readonly application: KnownApplication;
  readonly member: Member;
  /** A client is at it. */
  busy: boolean;
}

export interface KnownToken {
  readonly application: KnownApplication;
  readonly member: Member;
  readonly token: string;
  readonly secret: string;
}

export interface KnownBearer {
  readonly application: KnownApplication;
  readonly token: string;
}

/** A signed request of a token, to be sent once more as it is. */
export interface SentUse {
  readonly of: KnownToken;
  readonly secretName: string;
  readonly authorization: string;
  readonly bytes: string;
}

export const callback = "https://weather.example/callback";
const mostKept = 400;

/** Keeps the latest. */
export function keep<Value>(list: Value[], value: Value): void {
  list.push(value);
  if (list.length > mostKept) list.splice(0, list.length - mostKept);
}

export function names(application: KnownApplication) {
  const { id } = application;
  return {
    application: `application:${id}`,
    /** What its owner changes: a suspension leaves it as it is, and a deletion ends it. */
    registration: `registration:${id}`,
    secrets: `secrets:${id}`,
    tokens: `tokens:${id}`,
    requests: `requests:${id}`,
    writeRequests: `write-requests:${id}`,
    write: `write:${id}`,
    bearer: `bearer-of:${id}`,
    grant: (member: Member) => `grant:${id}/${member.id}`,
    approved: (member: Member) => `approved:${id}/${member.id}`,
  };
}
