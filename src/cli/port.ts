import { InvalidArgumentError, Option } from "commander";

/** `--port NUMBER`. */
export function portOption(meaning: string): Option {
  return new Option("--port <port>", meaning).argParser(readPort);
}

function readPort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535) {
    throw new InvalidArgumentError("A port is a whole number from 0 to 65535.");
  }
  return Number(text);
}
