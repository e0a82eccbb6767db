/** Node ignores a file of certificate authorities that it can't read, and reports that on standard error at most. */
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { readError } from "../../config/read-error.ts";
import { type Finding, warning } from "./finding.ts";

/** `file`: the value of NODE_EXTRA_CA_CERTS. */
export function checkAuthorities(file: string | undefined): readonly Finding[] {
  if (file === undefined || file === "") return [];
  try {
    const text = readFileSync(file);
    if (beginsWithCertificate(text)) return [];
    throw new Error("it has no certificate in PEM");
  } catch (error) {
    return [
      warning(
        "configuration",
        `NODE_EXTRA_CA_CERTS is ${file}, whose certificate authorities aren't trusted: ${readError(error)}`,
        "Correct the path, or let this account read the file; the service needs both too",
      ),
    ];
  }
}

/** Node reads only PEM, and the class takes DER too. */
function beginsWithCertificate(text: Buffer): boolean {
  try {
    return text.includes("-----BEGIN ") && new X509Certificate(text).raw.length > 0;
  } catch {
    return false;
  }
}
