import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { readError } from "../../config/read-error.ts";
import { ConfigProblem } from "../../config/row.ts";
import { BadJson, parseJson } from "../../domain/json.ts";
import { Failed, print, WrongUse } from "./outcome.ts";
import { portOption, startOnPort } from "./port.ts";
import { stopSignal } from "./serve.ts";

interface Options {
  port?: number;
  internalPort?: number;
  controlPort?: number;
  setup?: string;
  seed?: string;
  json?: true;
}

export function addTestServerCommand(program: Command): void {
  program
    .command("test-server")
    .description(
      "Run a test server for an application's tests: in memory, on this machine only, with controls that give consent, move the clock, and inject errors",
    )
    .addOption(portOption("the port to listen on (default: a free one)"))
    .addOption(
      portOption(
        "the port of the internal address, where APIs verify requests (default: a free one)",
        "--internal-port",
      ),
    )
    .addOption(portOption("the port of the controls (default: a free one)", "--control-port"))
    .option("--setup <file>", "users, applications, and settings, as JSON")
    .option("--seed <text>", "create the same keys and secrets in every run")
    .option("--json", "print one JSON object instead of lines")
    .action(testServer);
}

async function testServer({
  port,
  internalPort,
  controlPort,
  setup,
  seed,
  json,
}: Options): Promise<void> {
  const { UsageError, startTestServer } = await import("../test-server/test-server.ts");
  const { fromJson } = await import("../test-server/options.ts");
  const { startControl, stateOf } = await import("../test-server/control.ts");
  try {
    const options = setup === undefined ? {} : fromJson("options", read(setup), "the setup");
    const stopped = stopSignal();
    await using started = await startOnPort(port, () =>
      startTestServer({
        ...options,
        ...(port !== undefined && { port }),
        ...(internalPort !== undefined && { internalPort }),
        ...(seed !== undefined && { seed }),
      }),
    );
    const { baseUrl, internalUrl } = started;
    await using control = await startControl(started, controlPort ?? 0).catch((error: Error) => {
      if (!("code" in error) || error.code !== "EADDRINUSE") {
        throw new Failed(`the controls cannot listen: ${error.message}`);
      }
      throw new WrongUse(
        [baseUrl, internalUrl].some((url) => Number(new URL(url).port) === controlPort)
          ? `--control-port: ${controlPort} is the port of the service; choose a different one`
          : `--control-port: 127.0.0.1:${controlPort} is in use by another process; choose a different port`,
      );
    });
    process.stdout.write(`ready ${baseUrl}\n`);
    print(json, { control_url: control.url, ...stateOf(started) }, [
      `internal ${internalUrl}`,
      `controls ${control.url}`,
      ...started.users.map(({ screenName, password }) => `user ${screenName} / ${password}`),
      ...started.applications.flatMap(({ name, consumerKey, consumerSecret }) => [
        `application ${name}`,
        `  consumer key     ${consumerKey}`,
        `  consumer secret  ${consumerSecret}`,
      ]),
    ]);
    await stopped;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    if (internalPort !== undefined && error.cause instanceof ConfigProblem) {
      throw new WrongUse(error.message.replace("internalPort", "--internal-port"));
    }
    throw new WrongUse(setup === undefined ? error.message : `--setup ${setup}: ${error.message}`);
  }
}

function read(file: string): unknown {
  try {
    return parseJson(readFileSync(file));
  } catch (error) {
    const reason = error instanceof BadJson ? `it ${error.message}` : readError(error);
    throw new WrongUse(`--setup ${file} cannot be read as JSON: ${reason}`);
  }
}
