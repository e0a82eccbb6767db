/** These checks take milliseconds and call no other machine, so each start runs them. */
import type { Config } from "../../config/config.ts";
import { checkCertificate } from "./certificate.ts";
import { checkBackupDisk, checkOwnDisk } from "./disk.ts";
import { openBackups, openToOthers } from "./files.ts";
import type { Finding } from "./finding.ts";
import { checkLanguages } from "./languages.ts";
import { removedProtections } from "./protections.ts";

/** The findings on the disk of the backups come once that disk responds; nothing waits for it. */
export async function checkAtStart(
  config: Config,
  now: number,
  tell: (finding: Finding) => void,
): Promise<void> {
  const tellAll = (findings: readonly Finding[]) => {
    for (const one of findings) if (one.level === "warning" || one.level === "failure") tell(one);
  };
  tellAll([...removedProtections(config), ...checkLanguages(config)]);
  const files = process.platform === "win32" ? [] : await openToOthers(config);
  tellAll([...files, ...(await checkOwnDisk(config)), ...checkCertificate(config, now)]);
  const { backupDir } = config;
  if (backupDir === undefined) return;
  if (process.platform !== "win32") void openBackups(backupDir).then(tellAll);
  void checkBackupDisk(backupDir, config).then(tellAll);
}
