/** A certificate authority for one test, and a certificate that it issued. */
import { createHash, X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "selfsigned";

export interface TestCertificate extends Disposable {
  /** Paths of PEM files. */
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
  /** SHA-256 of the public key in base64; with it, Chromium can be told to accept the certificate. */
  readonly publicKeyPin: string;
}

export async function makeCertificate(
  hosts: readonly [string, ...string[]],
): Promise<TestCertificate> {
  const authority = await generate([{ name: "commonName", value: "A test's authority" }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const leaf = await generate([{ name: "commonName", value: hosts[0] }], {
    keyType: "ec",
    algorithm: "sha256",
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: "basicConstraints", cA: false },
      { name: "keyUsage", digitalSignature: true },
      { name: "extKeyUsage", serverAuth: true },
      { name: "subjectAltName", altNames: hosts.map((value) => ({ type: 2, value })) },
    ],
  });
  const publicKey = new X509Certificate(leaf.cert).publicKey.export({
    type: "spki",
    format: "der",
  });

  const directory = mkdtempSync(join(tmpdir(), "countersign-test-tls-"));
  const writeFile = (name: string, text: string) => {
    const path = join(directory, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  return {
    authority: writeFile("authority.pem", authority.cert),
    certificate: writeFile("certificate.pem", leaf.cert),
    key: writeFile("key.pem", leaf.private),
    publicKeyPin: createHash("sha256").update(publicKey).digest("base64"),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}
