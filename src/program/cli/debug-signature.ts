import { readFileSync } from "node:fs";
import type { Command } from "commander";
import type { Config } from "../../config/config.ts";
import { readError } from "../../config/read-error.ts";
import { diagnose } from "../../doctor/diagnose.ts";
import { parsePaste } from "../../doctor/paste/parse-paste.ts";
import {
  maxPaste,
  type PastedRequest,
  pastedRequest,
  sentParameter,
} from "../../doctor/paste/pasted-request.ts";
import type { Application } from "../../domain/application.ts";
import type { ConsumerKey } from "../../domain/credentials.ts";
import { isRequestId } from "../../domain/logged-request.ts";
import { parseBasicCredentials } from "../../domain/oauth2.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { sunsetsInForce } from "../../domain/sunset.ts";
import { diagnosisJson } from "../../http/actions/diagnosis-json.ts";
import { openedDetails } from "../../http/actions/explain-rejection.ts";
import { knownOf, maxOthers } from "../../http/actions/known-request.ts";
import { sunsetsIn } from "../../http/actions/sunsets.ts";
import { visibleText } from "../../pages/views/visible-text.ts";
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import { diagnosisLines, nothingFound } from "./diagnosis-lines.ts";
import { Failed, print, WrongUse } from "./outcome.ts";
import { urlsFor } from "./signature-urls.ts";
import { applicationWithKey, withLedger } from "./stores.ts";

interface DebugOptions {
  readonly consumerKey?: string;
  readonly method?: string;
  readonly url?: string;
  readonly header: string[];
  readonly body?: string;
  readonly id?: string;
  readonly json?: true;
}

export function addDebugSignatureCommand(program: Command): void {
  program
    .command("debug-signature")
    .description(
      "Find out why a request's OAuth 1.0a signature doesn't match. Exits 0 if nothing is wrong, 1 if a fault was found, 2 if the request cannot be read or examined.",
    )
    .argument(
      "[file]",
      "a curl command, a raw HTTP request, or a HAR entry; - or nothing reads standard input",
    )
    .option("--consumer-key <key>", "the application; default: the one that the request names")
    .option("--method <method>", "the request's method, with --url instead of a file")
    .option("--url <url>", "the request's URL, instead of a file")
    .option(
      "--header <line>",
      "a header of the request, such as 'Authorization: OAuth …'; repeat for several",
      (line: string, before: string[]) => [...before, line],
      [],
    )
    .option("--body <text>", "the request's body")
    .option(
      "--id <id>",
      "the ID of a rejected request from the last 24 hours (the x-countersign-request response header)",
    )
    .option("--json", "print one JSON object")
    .action(debugSignature);
}

async function debugSignature(file: string | undefined, options: DebugOptions): Promise<void> {
  try {
    await withLedger((ledger, config, keys) =>
      options.id === undefined
        ? examine(file, options, ledger, config)
        : recall(options.id, file, options, ledger, keys),
    );
  } catch (error) {
    if (error instanceof UnknownKey) throw error;
    // Status 1 is for a fault of the request.
    throw new WrongUse(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** This is a fault of the request, although no more can be found out about it. */
class UnknownKey extends Failed {}

async function examine(
  file: string | undefined,
  options: DebugOptions,
  ledger: Ledger,
  config: Config,
): Promise<void> {
  const request = options.url === undefined ? readPaste(file) : readOptions(options);
  const key = options.consumerKey ?? keyOf(request);
  if (key === undefined) {
    throw new WrongUse(
      "the request names no consumer key; name the application with --consumer-key",
    );
  }
  const application = await applicationOf(key, options, ledger);
  const { endpoints } = await import("../../http/endpoints/index.ts");
  const operations = endpoints.map(({ paths: [path], caller: { scheme } }) => ({ path, scheme }));
  const isOwn = operations.some(({ path }) => path === request.path);
  const { assumed, ...urls } = urlsFor(request, isOwn, config);
  const sunsets = sunsetsInForce();
  sunsets.replace(await sunsetsIn({ ledger }));
  const known = await knownOf(
    request,
    {
      application,
      others: await otherApplications(application, ledger),
      ...urls,
      signatureMethods: config.signatureMethods,
      operations,
      sunsets: sunsets.all,
      nonceStore: undefined,
      now: Date.now(),
    },
    ledger,
  );
  const diagnosis = diagnosisJson(diagnose(request, known));
  if (!diagnosis.right) process.exitCode = 1;
  const note =
    assumed === undefined
      ? []
      : [
          "",
          `This holds for ${visibleText(assumed.origin)}, as the request has it. ${assumed.setting} isn't set here, so run this with the server's settings to check that URL too.`,
        ];
  print(options.json, { ...diagnosis, assumed_origin: assumed?.origin ?? null }, [
    ...diagnosisLines(diagnosis),
    ...note,
  ]);
}

async function recall(
  id: string,
  file: string | undefined,
  { json, url }: DebugOptions,
  ledger: Ledger,
  keys: KeyRing,
): Promise<void> {
  if (file !== undefined || url !== undefined) {
    throw new WrongUse("--id can't be combined with a file or --url");
  }
  const stored = isRequestId(id) ? await ledger.loggedRequest(id, Date.now()) : undefined;
  const explanation = stored && openedDetails(stored, keys).explanation;
  if (stored === undefined || explanation === undefined) {
    throw new Failed(
      `there is no rejected request with the ID ${JSON.stringify(id)}; they are kept for as long as COUNTERSIGN_REQUEST_LOG_DAYS says, and when many are rejected, only some are`,
    );
  }
  const { at, operation, code } = stored;
  const { message, request } = explanation;
  const diagnosis = diagnosisJson(explanation.diagnosis);
  const when = new Date(at).toISOString();
  if (!diagnosis.right) process.exitCode = 1;
  const rejected = { id, at: when, operation, code, message, request };
  const lines = [
    `Rejected at ${when} with code ${code}: ${visibleText(message)}`,
    "",
    ...request.split("\n").map(visibleText),
    "",
  ];
  const found = diagnosisLines(diagnosis, nothingFound);
  print(json, { rejected, ...diagnosis }, [...lines, ...found]);
}

function readPaste(file: string | undefined): PastedRequest {
  const text = readText(file);
  const parsed = parsePaste(text);
  if (!parsed.ok) throw new WrongUse(problems[parsed.problem]);
  return parsed.request;
}

function readText(file: string | undefined): string {
  const from = file === undefined || file === "-" ? process.stdin.fd : file;
  try {
    return readFileSync(from, "utf8");
  } catch (error) {
    throw new Failed(`${file ?? "standard input"} cannot be read: ${readError(error)}`);
  }
}

function readOptions({ method = "GET", url = "", header, body = "" }: DebugOptions): PastedRequest {
  const headers = header.map((line): [string, string] => {
    const [name = "", ...value] = line.split(":");
    return [name.trim(), value.join(":").trim()];
  });
  const parsed = pastedRequest({ method, url, headers, body });
  if (!parsed.ok) throw new WrongUse(problems[parsed.problem]);
  return parsed.request;
}

const problems = {
  empty: "there is nothing to read; pass a file, or paste a request to standard input",
  "too-long": `the request is longer than ${maxPaste} characters; leave out everything else`,
  "not-understood":
    "this isn't a curl command, an HTTP request, or a HAR entry; docs/guide/debug-signatures.md shows each",
  "no-address": "the request has no URL",
  "unclosed-quote": "a quote in the curl command isn't closed; paste the whole command",
  "bad-json": "this looks like a HAR entry, but isn't JSON; paste it whole",
  "no-request-in-json": "the JSON has no request with a url; paste one entry of the HAR file",
  "body-in-file": "the curl command reads its body from a file; replace @file with what is in it",
} as const;

/** The request names its consumer key in its signature or in Basic credentials. */
function keyOf(request: PastedRequest): string | undefined {
  const signed = sentParameter(request, "oauth_consumer_key");
  return signed || parseBasicCredentials(request.authorization ?? "")?.username || undefined;
}

async function applicationOf(
  key: string,
  { consumerKey }: DebugOptions,
  ledger: Ledger,
): Promise<Application> {
  if (consumerKey !== undefined) return applicationWithKey(ledger, key);
  const found = await ledger.applicationByConsumerKey(key as ConsumerKey);
  if (found !== undefined) return found;
  throw new UnknownKey(
    "no application has the consumer key that the request names; if it's mistyped, name the application with --consumer-key",
  );
}

async function otherApplications(
  { id, ownerId }: Application,
  ledger: Ledger,
): Promise<readonly Application[]> {
  const all = await ledger.applicationsOf(ownerId, { after: undefined, size: maxOthers + 1 });
  return all.filter((one) => one.id !== id);
}
