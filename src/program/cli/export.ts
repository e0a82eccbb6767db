import type { Command } from "commander";
import { byCommandLine } from "../../domain/audit-context.ts";
import { openStores, unlogged } from "../stores.ts";
import { newFile, writeNew } from "./new-file.ts";
import { print, WrongUse } from "./outcome.ts";
import { plural } from "./plural.ts";
import { configFromEnvironment } from "./stores.ts";

export function addExportCommand(program: Command): void {
  program
    .command("export")
    .description(
      "Write all accounts, with what opens them, all applications and tokens to a file of JSON lines, which `countersign import` or another system takes. Every secret is in it in clear: with the file, anybody can act as every application and make the codes of every authenticator app.",
    )
    .argument("<file>", "the file to make, readable by this account alone; it must not exist")
    .option("--with-secrets", "required: confirms that you understand the file contains secrets")
    .option("--json", "print one JSON object")
    .action(exportFile);
}

async function exportFile(
  given: string,
  { withSecrets, json }: { readonly withSecrets?: true; readonly json?: true },
): Promise<void> {
  if (withSecrets === undefined) {
    throw new WrongUse(
      "an export has every consumer secret, every token, every password hash and the secret of every authenticator app in clear; add --with-secrets if that is what you want, and delete the file when you are done",
    );
  }
  const file = newFile(given);
  const { exportLines, noCounts } = await import("../moving/export.ts");
  await using stores = await openStores(configFromEnvironment(), unlogged);
  const { ledger, keys } = stores;
  await ledger.record({ ...byCommandLine(Date.now()), name: "database.exported" });
  const counts = noCounts();
  await writeNew(file, exportLines(ledger, keys, counts));
  print(json, { file, ...counts }, [
    `${file}  ${[
      plural(counts.user, "account"),
      plural(counts.application, "application"),
      plural(counts.access_token, "access token"),
      plural(counts.bearer_token, "bearer token"),
    ].join(", ")}`,
    [
      plural(counts.identity, "identity at another service", "identities at other services"),
      plural(counts.passkey, "passkey"),
      plural(counts.totp, "authenticator app"),
      plural(counts.recovery_code, "recovery code"),
      plural(counts.icon, "icon"),
      plural(counts.collaborator, "collaborator"),
    ].join(", "),
    "Not included: sessions, links, usage, the audit log, and ownership offers.",
    "It contains secrets in plain text: delete it when you're done.",
  ]);
}
