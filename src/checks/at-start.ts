/** The checks that take milliseconds and ask no other machine, so each start runs them. */
import type { Config } from "../config/config.ts";
import { checkCertificate } from "./certificate.ts";
import { checkDisk } from "./disk.ts";
import { checkFiles } from "./files.ts";
import type { Finding } from "./finding.ts";

/** Only warnings and failures. */
export function findingsAtStart(config: Config, now: number): readonly Finding[] {
  return [...checkFiles(config), ...checkDisk(config), ...checkCertificate(config, now)].filter(
    ({ level }) => level === "warning" || level === "failure",
  );
}
