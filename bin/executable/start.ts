/**
 * What the single executable runs first. The program that npm installs is inside it as one archive; this unpacks it
 * once into a directory of the account and runs it from there, because Node loads modules, worker threads and native
 * code from files. `bin/build-executable.ts` takes the types out and puts the rest into the executable as it stands, as
 * CommonJS without imports. docs/adr/0023-the-package-is-javascript.md gives the reasons.
 */
const fs = process.getBuiltinModule("node:fs");
const { enableCompileCache } = process.getBuiltinModule("node:module");
const { homedir } = process.getBuiltinModule("node:os");
const { dirname, isAbsolute, join } = process.getBuiltinModule("node:path");
const { getAsset } = process.getBuiltinModule("node:sea");
const { pathToFileURL } = process.getBuiltinModule("node:url");
const { zstdDecompressSync } = process.getBuiltinModule("node:zlib");

type Listed = readonly (readonly [path: string, bytes: number])[];

try {
  start();
} catch (error) {
  console.error(`countersign: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

function start(): void {
  const forked = forkedModule(process.argv.slice(2));
  if (forked !== undefined) {
    runModule(forked.path, forked.args);
    return;
  }
  const place = ownDirectory();
  const root = join(place, getAsset("name", "utf8"));
  const files: Listed = JSON.parse(getAsset("files", "utf8"));
  if (!isWhole(root, files)) unpack(place, root, files);
  // Processes and threads of the program take it from the environment.
  process.env["NODE_COMPILE_CACHE"] ??= join(place, "compiled");
  enableCompileCache(process.env["NODE_COMPILE_CACHE"]);
  runModule(join(root, "dist/program/main.js"), process.argv.slice(2));
}

/** `fork` starts this executable with a module's path where a command would be; flags of Node may come first. */
function forkedModule(
  args: readonly string[],
): { readonly path: string; readonly args: readonly string[] } | undefined {
  if (process.send === undefined) return undefined;
  const at = args.findIndex((one) => !one.startsWith("--"));
  const path = args[at] ?? "";
  return isAbsolute(path) && path.endsWith(".js") ? { path, args: args.slice(at + 1) } : undefined;
}

function runModule(path: string, args: readonly string[]): void {
  process.argv.splice(1, Number.POSITIVE_INFINITY, path, ...args);
  // The flags of Node are in the executable, so a fork needs none.
  process.execArgv = [];
  void import(pathToFileURL(path).href);
}

/**
 * Code runs from here, so no one else may be able to put anything in its place: another account that had made it
 * first, say below /tmp or in the home that `sudo` leaves in the environment, or that can rename a folder above it,
 * would run its own code as this account. Throws an Error that says what to do.
 */
function ownDirectory(): string {
  const { CACHE_DIRECTORY, XDG_CACHE_HOME } = process.env;
  // systemd names a directory of the unit; a user's own is named by the XDG Base Directory Specification.
  const place =
    CACHE_DIRECTORY?.split(":")[0] ||
    join(XDG_CACHE_HOME || join(homedir(), ".cache"), "countersign");
  const advice = "set XDG_CACHE_HOME to a directory that this account alone can write";
  try {
    fs.mkdirSync(place, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(`the program cannot be unpacked into ${place} (${String(error)}); ${advice}`);
  }
  // A link could lead elsewhere the next time.
  const real = fs.realpathSync(place);
  const open = [real, ...foldersAbove(real)].find((folder) => othersWrite(folder, real));
  if (open === undefined) return real;
  throw new Error(`others can write to ${open}, and the program would be in ${place}; ${advice}`);
}

function foldersAbove(path: string): string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...foldersAbove(above)];
}

/** The folder itself has to be this account's; those above may be root's, or shared as /tmp is, with the sticky bit. */
function othersWrite(folder: string, own: string): boolean {
  const { uid, mode } = fs.lstatSync(folder);
  if (uid !== process.getuid?.() && (folder === own || uid !== 0)) return true;
  const isSticky = (mode & 0o1000) !== 0;
  return (mode & 0o022) !== 0 && (folder === own || !isSticky);
}

/** Cleaners of caches remove single files, so each must be there with its length. */
function isWhole(root: string, files: Listed): boolean {
  return files.every(
    ([path, bytes]) => fs.lstatSync(join(root, path), { throwIfNoEntry: false })?.size === bytes,
  );
}

/** Another process may do the same at the same time: the first one whose directory gets the name has it. */
function unpack(place: string, root: string, files: Listed): void {
  removeLeft(place);
  const part = fs.mkdtempSync(join(place, ".unpacking-"));
  try {
    const bodies = zstdDecompressSync(new Uint8Array(getAsset("archive")));
    let at = 0;
    for (const [path, bytes] of files) {
      const file = join(part, path);
      fs.mkdirSync(dirname(file), { recursive: true });
      fs.writeFileSync(file, bodies.subarray(at, at + bytes), { mode: 0o600 });
      at += bytes;
    }
    try {
      fs.renameSync(part, root);
    } catch {
      // It is there already. Another process made it whole, or it is not whole and is replaced.
      if (isWhole(root, files)) return;
      fs.renameSync(root, `${part}-old`);
      fs.renameSync(part, root);
    }
  } finally {
    for (const left of [part, `${part}-old`]) fs.rmSync(left, { recursive: true, force: true });
  }
}

/** A process was killed while it unpacked this. */
function removeLeft(place: string): void {
  const anHourAgo = Date.now() - 3_600_000;
  for (const name of fs.readdirSync(place)) {
    const path = join(place, name);
    if (!name.startsWith(".unpacking-")) continue;
    const found = fs.lstatSync(path, { throwIfNoEntry: false });
    if (found !== undefined && found.mtimeMs < anHourAgo)
      fs.rmSync(path, { recursive: true, force: true });
  }
}
