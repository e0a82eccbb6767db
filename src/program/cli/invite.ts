import type { Command } from "commander";
import type { Config } from "../../config/config.ts";
import { fitsOneLine } from "../../domain/operating.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { typedText } from "../../domain/typed-text.ts";
import { makeLink } from "./one-time-link.ts";
import { print, rejectWithoutPasswords, WrongUse } from "./outcome.ts";
import { withLedger } from "./stores.ts";

interface InviteOptions {
  note: string;
  json?: true;
}

export function addInviteCommand(program: Command): void {
  program
    .command("invite")
    .description("Create an invitation link to sign up; it works once and expires after 14 days")
    .option("--note <text>", "who it is for, shown in the list of invitations", "")
    .option("--json", "print one JSON object")
    .action((options: InviteOptions) =>
      withLedger((ledger, config) => invite(ledger, config, options)),
    );
}

async function invite(
  ledger: Ledger,
  config: Config,
  { note: typed, json }: InviteOptions,
): Promise<void> {
  rejectWithoutPasswords(config);
  const note = typedText(typed);
  if (!fitsOneLine(note)) {
    throw new WrongUse("A note can have up to 200 characters and no control characters.");
  }
  const made = await makeLink(ledger, config, { purpose: "invitation", note });
  const closed = (await ledger.setting("sign-up")) ?? config.signUp;
  print(json, made, [
    made.url,
    `The link creates one account and expires at ${made.expires_at}.`,
    ...(closed === "closed" ? ["Sign-up is closed, so the link works only once you open it."] : []),
  ]);
}
