import { Encrypter } from "age-encryption";

/**
 * Sealed as age does it, but so that opening takes a thousandth of the work: a passphrase in a test is no secret, and
 * each try with the usual work takes a second.
 */
export function sealedWithLittleWork(text: string, passphrase: string): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(8);
  encrypter.setPassphrase(passphrase);
  return encrypter.encrypt(text);
}
