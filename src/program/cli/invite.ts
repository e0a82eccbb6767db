import type { Command } from "commander";
import type { Config } from "../../config/config.ts";
import type { TokenDigest } from "../../domain/credentials.ts";
import type { OneTimeLink } from "../../domain/one-time-link.ts";
import { fitsOneLine } from "../../domain/operating.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { typedText } from "../../domain/typed-text.ts";
import { addressIn, emailOf, noteWithAddress } from "../../http/actions/invitation.ts";
import { defaultLanguage } from "../../pages/languages/languages.ts";
import { mailReasonOf } from "../../tools/mail/mail-problem.ts";
import { smtpTo } from "../../tools/mail/smtp.ts";
import { makeInvitation } from "./one-time-link.ts";
import { Failed, print, rejectWithoutPasswords, WrongUse } from "./outcome.ts";
import { withLedger } from "./stores.ts";

interface InviteOptions {
  note: string;
  email: string;
  again?: true;
  json?: true;
}

export function addInviteCommand(program: Command): void {
  program
    .command("invite")
    .description("Create an invitation link to sign up; it works once and expires after 14 days")
    .option("--note <text>", "a note about the recipient, shown in the list of invitations", "")
    .option("--email <address>", "send the link to this address", "")
    .option("--again", "replace the unused invitation that went to --email by a new link")
    .option("--json", "print one JSON object")
    .action((options: InviteOptions) =>
      withLedger((ledger, config) => invite(ledger, config, options)),
    );
}

async function invite(
  ledger: Ledger,
  config: Config,
  { note: typed, email, again, json }: InviteOptions,
): Promise<void> {
  rejectWithoutPasswords(config);
  if (again && email === "") throw new WrongUse("--again needs --email.");
  const note = noteWithAddress(typedText(typed), checkedAddress(config, email));
  if (!fitsOneLine(note)) {
    throw new WrongUse("A note can have up to 200 characters and no control characters.");
  }
  const replaced = again ? await invitationTo(ledger, email) : { note };
  const made = await makeInvitation(ledger, config, replaced);
  await send(config, email, made.url);
  const closed = (await ledger.setting("sign-up")) ?? config.signUp;
  const notes = [
    ...(email === "" ? [] : [`It was emailed to ${email}.`]),
    `The link creates one account and expires at ${made.expires_at}.`,
    ...(closed === "closed"
      ? ["Sign-up is closed, so the link won't work until you open sign-up."]
      : []),
  ];
  print(json, made, [made.url], notes);
}

function checkedAddress({ mailServer }: Config, email: string): string {
  if (email === "") return "";
  if (addressIn(email) !== email) throw new WrongUse("--email needs one email address.");
  if (mailServer === undefined) {
    throw new Failed("--email needs COUNTERSIGN_SMTP_URL and COUNTERSIGN_MAIL_FROM.");
  }
  return email;
}

async function invitationTo(ledger: Ledger, email: string): Promise<OneTimeLink> {
  let after: TokenDigest | undefined;
  do {
    const page: readonly OneTimeLink[] = await ledger.links("invitation", Date.now(), {
      after,
      size: 500,
    });
    const found = page.find(({ note }) => addressIn(note) === email);
    if (found !== undefined) return found;
    after = page.at(-1)?.digest;
  } while (after !== undefined);
  throw new Failed(`There is no unused invitation for ${email}.`);
}

/** The link is printed in any case, so that it can be passed on otherwise. */
async function send({ mailServer, ...config }: Config, to: string, href: string): Promise<void> {
  if (to === "" || mailServer === undefined) return;
  try {
    const email = emailOf(config, defaultLanguage, { to, href });
    await smtpTo(mailServer)(email, AbortSignal.timeout(30_000));
  } catch (error) {
    throw new Failed(
      `The email was not sent by ${mailServer.host}:${mailServer.port}: ${mailReasonOf(error)}. The link works all the same: ${href}`,
    );
  }
}
