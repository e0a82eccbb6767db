import { type Command, Option } from "commander";
import type { Config } from "../../config/config.ts";
import type { AccessLevel } from "../../domain/access.ts";
import type { Application, ApplicationDraft } from "../../domain/application.ts";
import { draftWith, problemWithDraft } from "../../domain/application-change.ts";
import { differences } from "../../domain/application-differences.ts";
import { byCommandLine } from "../../domain/audit-context.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { confirmNewSchemes, problemWithMethods } from "../../http/actions/application-draft.ts";
import { effectsOfChange } from "../../http/actions/change-application.ts";
import { effectInWords } from "../../http/admin-api/change-effects.ts";
import { confirm, yesMeaning } from "./confirm.ts";
import { differenceLine } from "./difference-line.ts";
import { Failed, print, WrongUse } from "./outcome.ts";
import { applicationWithKey, withLedger } from "./stores.ts";

interface ChangeOptions {
  consumerKey: string;
  name?: string;
  description?: string;
  website?: string;
  termsUrl?: string;
  privacyUrl?: string;
  supportUrl?: string;
  access?: AccessLevel;
  callback?: string[] | false;
  signIn?: boolean;
  requestEmail?: boolean;
  requireSha256?: boolean;
  dryRun?: true;
  yes?: true;
  json?: true;
}

export function addAppChangeCommand(command: Command): void {
  command
    .description("Change an application's settings; prints what changes, and what that ends")
    .requiredOption("--consumer-key <key>", "the application's consumer key")
    .option("--name <name>", "the name shown on the consent page")
    .option("--description <text>", "a sentence about the application")
    .option("--website <url>", "the application's website")
    .option("--terms-url <url>", "the link to its terms; empty for none")
    .option("--privacy-url <url>", "the link to its privacy notice; empty for none")
    .option("--support-url <url>", "the link to its support; empty for none")
    .addOption(
      new Option("--access <level>", "the access that it may request").choices(["read", "write"]),
    )
    .option(
      "--callback <url>",
      "a callback URL; repeat for several, which replace all that are registered",
      (url: string, before: string[] | undefined) => [...(before ?? []), url],
    )
    .option("--no-callback", "remove all callback URLs: a desktop application that uses PINs")
    .option("--sign-in", "sign in users who already gave access without asking again")
    .option("--no-sign-in", "ask users each time they sign in with the application")
    .option("--request-email", "request email addresses")
    .option("--no-request-email", "do not request email addresses")
    .option(
      "--require-sha256",
      "reject its requests that are signed with HMAC-SHA1, or with a SHA-1 body hash",
    )
    .option("--no-require-sha256", "accept each signature method that the service accepts")
    .option("--dry-run", "only print what would change")
    .option("--yes", `${yesMeaning}, if the change ends access or callbacks that are in use`)
    .option("--json", "print one JSON object")
    .action((options: ChangeOptions) =>
      withLedger((ledger, config) => change(ledger, config, options)),
    );
}

async function change(ledger: Ledger, config: Config, options: ChangeOptions): Promise<void> {
  const application = await applicationWithKey(ledger, options.consumerKey);
  const draft = changedDraft(application, options);
  const problem = problemWithDraft(draft, application.callbacks);
  if (problem !== undefined) throw new WrongUse(problem);
  const unusable = problemWithMethods(draft, config.signatureMethods);
  if (options.requireSha256 && unusable !== undefined) {
    throw new WrongUse(`--require-sha256: ${unusable}`);
  }
  const changes = differences(application, draft);
  const now = Date.now();
  const effects = (await effectsOfChange(ledger, application, draft, now)).map(effectInWords);
  const told = (done: boolean) => {
    const lines = changes.map(differenceLine);
    const end =
      changes.length === 0 ? "nothing changes" : done ? "changed" : "nothing is changed yet";
    print(options.json, { changed: done, changes, effects }, [...lines, ...effects, end]);
  };
  if (changes.length === 0 || options.dryRun) return told(false);
  if (effects.length > 0 && !options.yes) {
    told(false);
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
  told(true);
}

function changedDraft(application: Application, options: ChangeOptions): ApplicationDraft {
  const { callback, termsUrl: terms, privacyUrl: privacy, supportUrl: support } = options;
  const callbacks = callback === false ? [] : callback;
  return draftWith(application, { ...options, callbacks, links: { terms, privacy, support } });
}
