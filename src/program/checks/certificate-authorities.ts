/** Node ignores a file of certificate authorities that it can't read, and only says so on standard error. */
import { accessSync, constants } from "node:fs";
import { readError } from "../../config/read-error.ts";
import { type Finding, warning } from "./finding.ts";

/** `file`: the value of NODE_EXTRA_CA_CERTS. */
export function checkAuthorities(file: string | undefined): readonly Finding[] {
  if (file === undefined || file === "") return [];
  try {
    accessSync(file, constants.R_OK);
    return [];
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
