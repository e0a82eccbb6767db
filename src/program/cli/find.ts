import type { Command } from "commander";
import { hasCredentialShape, maxSearchText } from "../../domain/search.ts";
import { Failed, print, WrongUse } from "./outcome.ts";
import { withLedger } from "./stores.ts";

export function addFindCommand(program: Command): void {
  program
    .command("find")
    .description(
      "Find applications and users by the beginning of a name, by an ID or an email address, a request by its ID, and on standard input whose a credential is. Exits 1 if nothing is found.",
    )
    .argument(
      "[text]",
      "what to find, but no credential, because arguments can be seen in the list of processes and in the shell's history; - or nothing reads standard input",
    )
    .option("--json", "print one JSON object")
    .action(find);
}

async function find(argument: string | undefined, { json }: { json?: true }): Promise<void> {
  if (argument !== undefined && hasCredentialShape(argument)) {
    throw new WrongUse(
      "the argument looks like a credential, which others can now see in the list of processes and in the shell's history. Run `countersign find` without it, paste the credential, and press Enter and Ctrl-D; or use `countersign find < FILE`",
    );
  }
  const text = (
    argument === undefined || argument === "-" ? await standardInput() : argument
  ).trim();
  if (text === "") throw new WrongUse("there is nothing to find: standard input is empty");
  const [{ callParts }, { search }, { foundLines }] = await Promise.all([
    import("./admin/call-parts.ts"),
    import("../../http/admin-api/search.ts"),
    import("./admin/found-lines.ts"),
  ]);
  await withLedger(async (ledger, config, keys) => {
    const { call } = callParts({ ledger, config, keys }, Date.now());
    const found = await search.run({ ...call, params: {}, query: {}, body: { text } });
    const lines = foundLines(found);
    if (lines.length === 0 && !json) throw new Failed("nothing was found");
    print(json, found, lines);
    if (lines.length === 0) process.exitCode = 1;
  });
}

async function standardInput(): Promise<string> {
  let text = "";
  for await (const chunk of process.stdin) {
    text += String(chunk);
    if (text.length > maxSearchText) {
      throw new WrongUse(`standard input has more than ${maxSearchText} characters`);
    }
  }
  return text;
}
