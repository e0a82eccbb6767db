import assert from "node:assert/strict";
import { test } from "node:test";
import { Encrypter, generateIdentity, identityToRecipient } from "age-encryption";
import { openRing, sealRing } from "./sealed-ring.ts";

const ring = "k1:a ring\n";

test("a ring for recipients is opened by each of their identities, and by no other", async () => {
  const [one, two, other] = [
    await generateIdentity(),
    await generateIdentity(),
    await generateIdentity(),
  ];
  const recipients = [await identityToRecipient(one), await identityToRecipient(two)];
  const sealed = await sealRing(ring, { recipients });
  assert.equal(Buffer.from(sealed).includes(ring), false);
  for (const identity of [one, two]) {
    assert.equal(await openRing(sealed, { identities: [other, identity] }), ring);
  }
  await assert.rejects(openRing(sealed, { identities: [other] }), /no identity matched/);
  await assert.rejects(sealRing(ring, { recipients: ["age1nobody"] }), Error);
});

test("a ring under a passphrase is opened by it, and by no other", async () => {
  const sealed = await sealRing(ring, { passphrase: "correct horse" });
  assert.equal(Buffer.from(sealed).includes(ring), false);
  assert.equal(await openRing(sealed, { passphrase: "correct horse" }), ring);
  const other = await sealedWithLittleWork(ring, "correct horse");
  assert.equal(await openRing(other, { passphrase: "correct horse" }), ring);
  await assert.rejects(openRing(other, { passphrase: "wrong horse" }), Error);
});

/**
 * Sealed as age does it, but so that opening takes a thousandth of the work: a passphrase in a test is no secret, and
 * each try with the usual work takes a second.
 */
function sealedWithLittleWork(text: string, passphrase: string): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(8);
  encrypter.setPassphrase(passphrase);
  return encrypter.encrypt(text);
}
