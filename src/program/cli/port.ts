import { InvalidArgumentError, Option } from "commander";
import { ConfigProblem, configPrefix } from "../../config/row.ts";
import { WrongUse } from "./outcome.ts";

export function portOption(meaning: string, flag = "--port"): Option {
  return new Option(`${flag} <port>`, meaning).argParser(readPort);
}

/** An error about the port names the option, if `--port` was given, not the variable. */
export async function startOnPort<T>(
  port: number | undefined,
  start: () => Promise<T>,
): Promise<T> {
  try {
    return await start();
  } catch (error) {
    const problem =
      error instanceof Error && error.cause instanceof ConfigProblem ? error.cause : error;
    if (port === undefined || !(problem instanceof ConfigProblem)) throw error;
    if (!problem.names.includes("PORT")) throw error;
    const others = problem.names
      .map((name) => `${configPrefix}${name}`)
      .filter((name) => name !== `${configPrefix}PORT` && process.env[name]);
    throw new WrongUse(`${["--port", ...others].join(" and ")}: ${problem.problem}`);
  }
}

function readPort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535) {
    throw new InvalidArgumentError("A port is a whole number from 0 to 65535.");
  }
  return Number(text);
}
