import { execFile } from "node:child_process";
import type { Approval, Provider } from "../config.ts";
import { type Approved, asCallback, NotApproved, ofCallback } from "./approved.ts";

/** Runs the command without a shell; the authorization URL is its last argument. It prints the verifier or the URL. */
export async function approvedByCommand(
  approval: Extract<Approval, { kind: "command" }>,
  provider: Provider,
  url: URL,
  decision: "allow" | "deny",
): Promise<Approved> {
  const [program = "", ...args] = decision === "allow" ? approval.command : approval.deny;
  const printed = await new Promise<string>((resolve, reject) => {
    execFile(
      program,
      [...args, url.href],
      { timeout: 300_000, maxBuffer: 65_536, encoding: "utf8" },
      (error, stdout) => {
        // The message of the error has the command line, and that has the request token.
        if (error)
          reject(
            new NotApproved(
              `the approval command ${program} ended with ${error.code ?? "a signal"}`,
            ),
          );
        else resolve(stdout);
      },
    );
  });
  const last = printed.trim().split("\n").at(-1)?.trim() ?? "";
  if (last === "" && decision === "allow") {
    throw new NotApproved(`the approval command ${program} printed nothing`);
  }
  const callback = asCallback(last, provider);
  if (callback !== undefined) return ofCallback(callback);
  if (URL.canParse(last)) return { callback: new URL(last) };
  return { verifier: decision === "deny" && last === "" ? undefined : last };
}
