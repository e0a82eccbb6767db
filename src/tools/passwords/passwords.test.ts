import assert from "node:assert/strict";
import { test } from "node:test";
import { StoreFailure } from "../../domain/errors.ts";
import { newPasswordProblem, problemWithPassword } from "./new-password.ts";
import type { GuessableBecause } from "./password-problem.ts";
import { createPasswords, hashPassword } from "./passwords.ts";

const owner = {
  screenName: "alice_long",
  name: "Alice Example",
  email: "alice@users.example",
  serviceName: "Countersign",
};
const by = { network: "203.0.113.1" };

test("a password opens its own hash, and nothing else does", async () => {
  const passwords = createPasswords();
  const passwordHash = await hashPassword("correct horse battery");
  assert.match(
    passwordHash,
    /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
  );
  assert.equal(await passwords.verify("correct horse battery", passwordHash, by), true);
  for (const wrong of [
    "",
    "correct horse batter",
    "Correct horse battery",
    "correct horse battery\0",
  ]) {
    assert.equal(await passwords.verify(wrong, passwordHash, by), false, wrong);
  }
  assert.notEqual(await hashPassword("correct horse battery"), passwordHash, "salted");
});

test("no one's hash costs the same and opens to nothing", async () => {
  const passwords = createPasswords();
  assert.equal(await passwords.verify("", undefined, by), false);
  assert.equal(await passwords.verify("x", undefined, by), false);
});

test("T24 — a text that is too long for a password is wrong, and costs what a wrong one does", async () => {
  const passwords = createPasswords();
  const passwordHash = await hashPassword("a".repeat(1024));
  const costOf = async (password: string) => {
    const costs: number[] = [];
    for (let tries = 0; tries < 4; tries += 1) {
      const before = process.cpuUsage();
      await passwords.verify(password, passwordHash, by);
      const { user, system } = process.cpuUsage(before);
      costs.push(user + system);
    }
    return Math.min(...costs);
  };
  assert.equal(await passwords.verify("a".repeat(1024), passwordHash, by), true);
  assert.equal(await passwords.verify("a".repeat(1025), passwordHash, by), false);
  // Unicode normalization has to reorder these marks, which takes quadratic time.
  const marks = (count: number) => "\u0345".repeat(count / 2) + "\u0334".repeat(count / 2);
  const wrong = await costOf("b");
  for (const count of [1024, 32_000]) {
    const cost = await costOf(marks(count));
    assert.ok(cost < 2 * wrong, `${count} marks: ${cost} µs, and ${wrong} µs for a wrong password`);
  }
  const imported = `imported:${await hashPassword("a".repeat(1025))}` as const;
  assert.equal(await passwords.verify("a".repeat(1025), imported, by), false);
});

test("one text in two Unicode forms is one password", async () => {
  const passwords = createPasswords();
  const passwordHash = await hashPassword("pässword-ﬁsh".normalize("NFD"));
  assert.equal(await passwords.verify("pässword-fish".normalize("NFC"), passwordHash, by), true);
});

test("hashes with other costs still verify, so that costs can rise", async () => {
  const { argon2Sync } = await import("node:crypto");
  const nonce = Buffer.alloc(16, 7);
  const tag = argon2Sync("argon2id", {
    message: "x",
    nonce,
    parallelism: 1,
    tagLength: 32,
    memory: 64,
    passes: 3,
  });
  const base64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  const passwordHash = `$argon2id$v=19$m=64,t=3,p=1$${base64(nonce)}$${base64(tag)}` as const;
  assert.equal(await createPasswords().verify("x", passwordHash, by), true);
  assert.equal(await createPasswords().verify("y", passwordHash, by), false);
  await assert.rejects(createPasswords().verify("x", "$2b$10$bcrypt", by), /PHC/);
});

test("the queue is bounded: who comes too late is rejected at once, all others are served", async () => {
  const passwords = createPasswords();
  const passwordHash = await hashPassword("x", { memory: 64, passes: 1, parallelism: 1 });
  const all = await Promise.allSettled(
    Array.from({ length: 70 }, () => passwords.verify("x", passwordHash, by)),
  );
  const rejected = all.filter((one) => one.status === "rejected");
  assert.equal(rejected.length, 70 - 2 - 64);
  for (const one of rejected) assert.ok(one.reason instanceof StoreFailure);
  assert.ok(all.every((one) => one.status === "rejected" || one.value === true));
  assert.equal(await passwords.verify("x", passwordHash, by), true, "and it works on");
});

test("a new password: 8 to 128 characters, not the name, not a common one", async () => {
  const problem = (password: string) => problemWithPassword(password, owner);
  assert.match((await problem("short12")) ?? "", /8/);
  assert.match((await problem("x".repeat(129))) ?? "", /128/);
  assert.match((await problem("ALICE_LONG")) ?? "", /screen name/);
  assert.match((await problem("alice@users.example")) ?? "", /email/);
  assert.equal(await problem("q8!vz-long-enough"), undefined);
});

test("a password that is guessed first is rejected with its reason; nothing is asked of its characters", async () => {
  const rejected: Readonly<Record<GuessableBecause, readonly string[]>> = {
    common: ["PASSWORD", "12345678", "qwertyuiop", "P@ssw0rd!", "iloveyou2024", "password123456"],
    repeated: [
      ...["aaaaaaaaaaaa", "abcabcabcabc", "hunter2hunter2", "😀".repeat(8)],
      ...["x7".repeat(64), `${"x7".repeat(40)}x`],
    ],
    sequence: ["abcdefgh", "zxcvbnm,", "asdfghjkl;"],
    date: ["1984-05-03", "20240101", "03.05.1984"],
    "own-name": ["alice_long2024", "Alice Example", "elpmaxe ecila", "ALICE_LONG"],
    "service-name": ["Countersign1", "countersign2026"],
  };
  for (const [reason, passwords] of Object.entries(rejected)) {
    for (const password of passwords) {
      assert.equal(await newPasswordProblem(password, owner), reason, password);
    }
  }
  for (const fine of [
    "correct horse battery",
    "vK3#mq9L",
    "alice in the rain",
    "😀🎈🐙🌵🦊🍋🚲🧭",
  ]) {
    assert.equal(await newPasswordProblem(fine, owner), undefined, fine);
  }
  const part = "blue-ocean-42";
  assert.equal(await newPasswordProblem(part + part, owner), undefined, "its part is good enough");
});

test("of a long password only the beginning is estimated: what follows changes no estimate", async () => {
  const beginning = "4@8({[<369!1|0$57+%2".repeat(2);
  for (const rest of ["", "x", "9".repeat(80)]) {
    assert.equal(await newPasswordProblem(beginning + rest, owner), undefined, rest);
  }
  assert.equal(await newPasswordProblem(`${"a".repeat(40)}q8!vz-long-enough`, owner), "repeated");
});
