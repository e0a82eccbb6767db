import type { Command } from "commander";
import type { Config } from "../../../config/config.ts";
import { differences, draftWith, problemWithDraft } from "../../../domain/application-change.ts";
import { byCommandLine } from "../../../domain/audit-context.ts";
import { type ApplicationDraft, applicationFields } from "../../../domain/fields/application.ts";
import type { Ledger } from "../../../domain/ports/ledger.ts";
import {
  confirmNewSchemes,
  effectInWords,
  effectsOfChange,
  problemWithMethods,
} from "../../../http/actions/application-draft.ts";
import { confirm, yesMeaning } from "../confirm.ts";
import { addFieldOptions, fieldsInOptions } from "../field-options.ts";
import { differenceLine, Failed, print, WrongUse } from "../outcome.ts";
import { applicationWithKey, withLedger } from "../stores.ts";

interface ChangeOptions {
  consumerKey: string;
  dryRun?: true;
  yes?: true;
  json?: true;
}

export function addAppChangeCommand(command: Command): void {
  command
    .description("Change an application's settings; prints what changes, and what that ends")
    .requiredOption("--consumer-key <key>", "the application's consumer key");
  addFieldOptions<ApplicationDraft>(command, applicationFields, { isNew: false })
    .option("--dry-run", "only print what would change")
    .option("--yes", `${yesMeaning}, if the change ends access or callbacks that are in use`)
    .option("--json", "print one JSON object")
    .action((options: ChangeOptions) =>
      withLedger((ledger, config) => change(ledger, config, options)),
    );
}

async function change(ledger: Ledger, config: Config, options: ChangeOptions): Promise<void> {
  const application = await applicationWithKey(ledger, options.consumerKey);
  const changed = fieldsInOptions<ApplicationDraft>(applicationFields, { ...options });
  const draft = draftWith(application, changed);
  const problem = problemWithDraft(draft, application.callbacks);
  if (problem !== undefined) throw new WrongUse(problem);
  const unusable = problemWithMethods(draft, config.signatureMethods);
  if (changed.requireSha256 && unusable !== undefined) {
    throw new WrongUse(`--require-sha256: ${unusable}`);
  }
  const changes = differences(application, draft);
  const now = Date.now();
  const effects = (await effectsOfChange(ledger, application, draft, now)).map(effectInWords);
  const report = (done: boolean) => {
    const lines = changes.map(differenceLine);
    const end =
      changes.length === 0 ? "nothing changes" : done ? "changed" : "nothing is changed yet";
    print(options.json, { changed: done, changes, effects }, [...lines, ...effects, end]);
  };
  if (changes.length === 0 || options.dryRun) return report(false);
  if (effects.length > 0 && !options.yes) {
    report(false);
    await confirm(["This ends what is in use."], options);
  }
  const saved = await ledger.changeApplication(
    { applicationId: application.id, from: application, draft, now },
    byCommandLine(now),
  );
  if (!saved) {
    throw new Failed("someone else changed the application at the same time; nothing was changed");
  }
  await confirmNewSchemes(ledger, application, draft, byCommandLine(Date.now()));
  report(true);
}
