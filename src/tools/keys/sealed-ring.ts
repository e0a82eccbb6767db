/** A key ring that leaves the machine is an age file (https://age-encryption.org/v1), which `age` can decrypt too. */

export type SealedFor =
  | { readonly passphrase: string }
  /** The recipients as `age-keygen` prints them: `age1…`. */
  | { readonly recipients: readonly string[] };

export type OpenedBy = { readonly passphrase: string } | { readonly identities: readonly string[] };

/** Throws an Error if a recipient is invalid. */
export async function sealRing(ring: string, by: SealedFor): Promise<Uint8Array> {
  // This loads on use, because few commands need it.
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  if ("passphrase" in by) encrypter.setPassphrase(by.passphrase);
  else for (const recipient of by.recipients) encrypter.addRecipient(recipient);
  return encrypter.encrypt(ring);
}

/** Throws an Error if the key or passphrase is wrong. */
export async function openRing(sealed: Uint8Array, by: OpenedBy): Promise<string> {
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  if ("passphrase" in by) decrypter.addPassphrase(by.passphrase);
  else for (const identity of by.identities) decrypter.addIdentity(identity);
  return decrypter.decrypt(sealed, "text");
}
