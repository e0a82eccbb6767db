/**
 * A program for Terraform's data source `external`: it reads a query on standard input and prints what the service has
 * of this application, as one object of strings. Its arguments go to `countersign export`, such as `--url`.
 */
import { execFile } from "node:child_process";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";

try {
  const wanted = queryIn(await text(process.stdin));
  const args = ["export", "--as", "json", ...process.argv.slice(2)];
  const { stdout } = await promisify(execFile)("countersign", args, { maxBuffer: 256 << 20 });
  process.stdout.write(`${JSON.stringify(flat(found(JSON.parse(stdout), wanted)))}\n`);
} catch (error) {
  // Terraform shows it, and ignores standard output.
  process.stderr.write(`${(error.stderr || error.message).trim()}\n`);
  process.exitCode = 1;
}

/** Terraform's values are always strings. */
function queryIn(input) {
  const { consumer_key: key, owner, name, ...others } = JSON.parse(input);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Error(`query: unknown member ${unknown}`);
  if (key === undefined && (owner === undefined || name === undefined)) {
    throw new Error("query: needs consumer_key, or owner and name");
  }
  return { key, owner, name };
}

function found({ applications = [] }, { key, owner, name }) {
  const all = applications.filter((one) =>
    key === undefined ? one.owner === owner && one.name === name : one.consumer_key === key,
  );
  if (all.length === 1) return all[0];
  const which = key ?? `${name} of ${owner}`;
  throw new Error(
    all.length === 0
      ? `there is no application ${which}`
      : `there are several applications ${which}; give consumer_key`,
  );
}

/** `secrets` is where `countersign apply` would store new ones. Use `jsondecode` for lists and objects. */
function flat({ secrets: _, ...application }) {
  return Object.fromEntries(
    Object.entries({ suspended: "", ...application }).map(([name, value]) => [
      name,
      typeof value === "object" ? JSON.stringify(value) : String(value),
    ]),
  );
}
