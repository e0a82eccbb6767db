import { InvalidArgumentError, Option } from "commander";

/** `--port NUMBER`, or another name for it. */
export function portOption(meaning: string, flag = "--port"): Option {
  return new Option(`${flag} <port>`, meaning).argParser(readPort);
}

function readPort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535) {
    throw new InvalidArgumentError("A port is a whole number from 0 to 65535.");
  }
  return Number(text);
}
