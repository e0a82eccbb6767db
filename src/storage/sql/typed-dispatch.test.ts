/** Mistakes that the types reject. `bin/check types` checks them: a type that does not hold is an error there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuditContext } from "../../domain/audit.ts";
import type {
  AccessToken,
  ApplicationId,
  ConsumerKey,
  PasswordHash,
  RequestToken,
  UserId,
} from "../../domain/credentials.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import type { NonceStore } from "../../domain/ports/nonce-store.ts";
import type { RateLimiter } from "../../domain/ports/rate-limiter.ts";
import type { NewUser } from "../../domain/user.ts";
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import type { Outcome } from "../sqlite/write-batch.ts";
import type { Transaction, Write, WriteName, WriteResult, Writes } from "./write.ts";
import { writeNames } from "./writes.ts";

type Passes<From, To> = [From] extends [To] ? true : false;
type Same<One, Other> = [Passes<One, Other>, Passes<Other, One>] extends [true, true]
  ? true
  : false;

/** Whether one of the types is the same as `First`. */
type Meets<First, Types> = Types extends readonly [infer Second, ...infer Rest]
  ? Same<First, Second> extends true
    ? true
    : Meets<First, Rest>
  : false;

/** Whether two of the parameters could be exchanged and the call would still compile. */
type Interchangeable<Parameters> = Parameters extends readonly [infer First, ...infer Rest]
  ? Meets<First, Rest> extends true
    ? true
    : Interchangeable<Rest>
  : false;

type InterchangeableIn<Port> = {
  [Name in keyof Port]: Port[Name] extends (...args: infer Args) => unknown
    ? Interchangeable<Required<Args>> extends true
      ? Name
      : never
    : never;
}[keyof Port];

/** `true`, or the name of a method whose parameters could be exchanged; then `true` does not compile. */
type Fixed<Port> = [InterchangeableIn<Port>] extends [never] ? true : InterchangeableIn<Port>;

test("no method of a store has two parameters that could change places", () => {
  const ledger: Fixed<Ledger> = true;
  const others: [Fixed<NonceStore>, Fixed<RateLimiter>, Fixed<KeyRing>] = [true, true, true];
  const seen: InterchangeableIn<{ move(from: UserId, at: number, to: UserId): void }> = "move";
  const apart: [InterchangeableIn<{ move(from: UserId, at: number): void }>] extends [never]
    ? true
    : false = true;
  assert.ok(ledger && others.every(Boolean) && apart && seen === "move");
});

test("ids and tokens do not pass for one another, nor does a plain text for any of them", () => {
  const users: [Passes<UserId, ApplicationId>, Passes<string, UserId>] = [false, false];
  const tokens: [Passes<AccessToken, ConsumerKey>, Passes<string, AccessToken>] = [false, false];
  assert.ok(![...users, ...tokens].includes(true as false));
});

test("a lookup of credentials whose parameters changed places does not compile", () => {
  type LookUp<Token> = (token: Token, consumerKey: ConsumerKey, now: number) => undefined;
  const access: Passes<LookUp<AccessToken>, Ledger["accessTokenCredentials"]> = false;
  const request: Passes<LookUp<RequestToken>, Ledger["requestTokenCredentials"]> = false;
  const plain: Passes<LookUp<string>, Ledger["accessTokenCredentials"]> = false;
  assert.ok(!access && !request && !plain);
});

test("a password, as someone typed it, is not kept in place of its hash", () => {
  type Arguments = Parameters<Ledger["setPassword"]>;
  const typed: Passes<[UserId, string, AuditContext], Arguments> = false;
  const hashed: Passes<[UserId, PasswordHash, AuditContext], Arguments> = true;
  const inUser: Passes<{ passwordHash: string }, Pick<NewUser, "passwordHash">> = false;
  assert.ok(!typed && hashed && !inUser);
});

test("a write that takes or returns something else than the database's method does not compile", () => {
  type SetPassword<Args extends unknown[], Result = boolean> = Passes<
    (transaction: Transaction, ...args: Args) => Promise<Result>,
    Writes["setPassword"]
  >;
  const asPromised: SetPassword<[UserId, string, AuditContext]> = true;
  const swapped: SetPassword<[string, UserId, AuditContext]> = false;
  const another: SetPassword<[ApplicationId, string, AuditContext]> = false;
  const needsMore: SetPassword<[UserId, string, AuditContext, number]> = false;
  const saysNothing: SetPassword<[UserId, string, AuditContext], void> = false;
  const taken: Passes<
    (...args: Parameters<Writes["createUser"]>) => Promise<"taken">,
    Writes["createUser"]
  > = false;
  assert.ok(asPromised && !swapped && !another && !needsMore && !saysNothing && !taken);
});

test("across the thread each write keeps its own arguments and its own answer", () => {
  const args: Passes<[string, UserId, AuditContext], Write<"setPassword">["args"]> = false;
  const mixed: Passes<{ name: "sweep"; args: [UserId, string, AuditContext] }, Write> = false;
  const value: Same<WriteResult<"revokeAccessToken">, boolean> = true;
  const answer: Passes<Outcome<"sweep">, Outcome<"createUser">> = false;
  const nothingIsAny: Passes<WriteResult<"sweep">, string> = false;
  assert.ok(!args && !mixed && value && !answer && !nothingIsAny);
});

test("every write has a row in the table, and no read has one", () => {
  const reads: [Passes<"userById", WriteName>, Passes<"ping", WriteName>] = [false, false];
  const writes: [Passes<"sweep", WriteName>, Passes<"record", WriteName>] = [true, true];
  assert.ok(!reads[0] && !reads[1] && writes[0] && writes[1]);
  assert.ok(writeNames.includes("sweep"));
  assert.ok(!(writeNames as string[]).includes("userById"));
});
