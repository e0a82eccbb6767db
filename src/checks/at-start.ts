/** What a start can find out in milliseconds, without asking anybody. */
import type { Config } from "../config/config.ts";
import { checkCertificate } from "./certificate.ts";
import { checkDisk } from "./disk.ts";
import { checkFiles } from "./files.ts";
import type { Finding } from "./finding.ts";

/** Those that need the operator. */
export function findingsAtStart(config: Config, now: number): readonly Finding[] {
  return [...checkFiles(config), ...checkDisk(config), ...checkCertificate(config, now)].filter(
    ({ level }) => level === "warning" || level === "failure",
  );
}
