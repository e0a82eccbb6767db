/** What the clients of a cluster know: the users they act for, and the credentials that they got. */
import type { ClusterClient } from "./client.ts";
import type { Level } from "./history.ts";
import type { Recorder } from "./recorder.ts";

export interface World {
  readonly client: ClusterClient;
  readonly recorder: Recorder;
  /** The base URL of all nodes. */
  readonly origin: string;
  readonly users: readonly Member[];
  readonly admin: Member;
  readonly applications: KnownApplication[];
  /** Applications with a low limit for request tokens, which are used for nothing else. */
  readonly limited: readonly KnownApplication[];
  /** Users and applications that sign in without being asked; no other action touches their grants. */
  readonly silent: readonly SilentSignIn[];
  readonly tokens: KnownToken[];
  readonly bearers: KnownBearer[];
  /** Signed requests that were accepted, the latest one last. */
  readonly accepted: SentUse[];
  /** A number for a name that this history creates. */
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
  /** Undefined if the request that changed it was not answered. */
  secret: { readonly name: string; readonly value: string } | undefined;
  /** The registered access level, as far as it is known. */
  access: Level;
  /** Whether its owner ever changes the level. */
  readonly changesLevel: boolean;
}

export interface SilentSignIn {
  readonly application: KnownApplication;
  readonly member: Member;
  /** True while a client uses it. */
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

/** A signed request with a token, kept so that it can be sent again unchanged. */
export interface SentUse {
  readonly of: KnownToken;
  readonly secretName: string;
  readonly authorization: string;
  readonly bytes: string;
}

export const callback = "https://weather.example/callback";
const maxKept = 400;

/** Keeps only the latest ones. */
export function keep<Value>(list: Value[], value: Value): void {
  list.push(value);
  if (list.length > maxKept) list.splice(0, list.length - maxKept);
}

export function names(application: KnownApplication) {
  const { id } = application;
  return {
    application: `application:${id}`,
    /** The part that its owner changes; a suspension does not affect it, and a deletion ends it. */
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
