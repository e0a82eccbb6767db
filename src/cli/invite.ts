import type { Command } from "commander";
import type { Config } from "../config/config.ts";
import type { Ledger } from "../domain/ports/ledger.ts";
import { makeLink } from "./one-time-link.ts";
import { print, WrongUse } from "./outcome.ts";
import { withLedger } from "./stores.ts";

interface InviteOptions {
  note: string;
  json?: true;
}

export function addInviteCommand(program: Command): void {
  program
    .command("invite")
    .description("Make a link with which somebody makes an account; it works once, for 14 days")
    .option("--note <text>", "for whom it is, for the list of invitations", "")
    .option("--json", "print one JSON object")
    .action((options: InviteOptions) =>
      withLedger((ledger, config) => invite(ledger, config, options)),
    );
}

async function invite(
  ledger: Ledger,
  config: Config,
  { note, json }: InviteOptions,
): Promise<void> {
  if ([...note].length > mostNote || /\p{Cc}/u.test(note)) {
    throw new WrongUse(
      `A note may have at most ${mostNote} characters, and no control characters.`,
    );
  }
  const made = await makeLink(ledger, config, { purpose: "invitation", note });
  const closed = (await ledger.setting("sign-up")) ?? config.signUp;
  print(json, made, [
    made.url,
    `With it somebody makes an account, once, until ${made.expires_at}.`,
    ...(closed === "closed" ? ["Sign-up is closed: until it is opened, invitations rest."] : []),
  ]);
}

const mostNote = 200;
