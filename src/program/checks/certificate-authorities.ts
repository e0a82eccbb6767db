/** Node ignores a file of certificate authorities that it can't read, and at most says so on standard error. */
import { accessSync, constants } from "node:fs";
import { getCACertificates } from "node:tls";
import { readError } from "../../config/read-error.ts";
import { type Finding, warning } from "./finding.ts";

/** `file`: the value of NODE_EXTRA_CA_CERTS. */
export function checkAuthorities(file: string | undefined): readonly Finding[] {
  if (file === undefined || file === "") return [];
  try {
    accessSync(file, constants.R_OK);
    if (getCACertificates("extra").length > 0) return [];
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
