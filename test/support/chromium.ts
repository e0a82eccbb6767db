import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
} from "playwright-core";
import { memoryOrDisk } from "./memory-or-disk.ts";
import { sharedBrowsers } from "./shared-browsers.ts";

/**
 * A headless Chromium that comes from npm and needs nothing from the machine. `args` are the browser's
 * arguments, such as `--host-resolver-rules=…`. `keepsPages`: going back may show a page as it was left, as in users'
 * browsers. The caller closes it.
 *
 * The package suggests many more arguments; they are left out, because they turn off the web's
 * security (CORS, site isolation, mixed content), which these tests are about.
 */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  if (!sharedBrowsers.wanted) return launch(options);
  const { open } = sharedBrowsers;
  const key = JSON.stringify(options);
  let shared = open.get(key);
  if (shared === undefined) {
    shared = launch(options);
    open.set(key, shared);
    (await shared).once("disconnected", () => open.delete(key));
  }
  return ownContexts(await shared);
}

interface LaunchOptions {
  readonly args?: readonly string[];
  readonly keepsPages?: boolean;
}

async function launch({ args = [], keepsPages = false }: LaunchOptions): Promise<Browser> {
  return chromium.launch({
    executablePath: await executable(),
    args: ["--no-sandbox", "--font-render-hinting=none", ...args],
    ignoreDefaultArgs: [
      ...(keepsPages ? ["--disable-back-forward-cache"] : []),
      // If there is room, the memory that its processes share is not a file on a disk.
      ...(memoryOrDisk() === tmpdir() ? [] : ["--disable-dev-shm-usage"]),
    ],
    headless: true,
    // If the machine sets no language, Chromium would tell pages one that Intl does not know.
    env: { ...process.env, LANG: "en_US.UTF-8", LC_ALL: "en_US.UTF-8", LANGUAGE: "en_US" },
  });
}

/**
 * A shared browser as if no one else used it: each context has its own cookies and storage, and closing ends only its
 * own contexts.
 */
function ownContexts(browser: Browser): Browser {
  const contexts = new Set<BrowserContext>();
  const close = async () => {
    for (const context of contexts) await context.close();
  };
  return Object.assign(Object.create(browser) as Browser, {
    async newContext(options?: BrowserContextOptions) {
      const context = await browser.newContext(options);
      contexts.add(context);
      return context;
    },
    async newPage(options?: BrowserContextOptions) {
      const page = await browser.newPage(options);
      contexts.add(page.context());
      return page;
    },
    close,
    [Symbol.asyncDispose]: close,
  });
}

/** The path of the unpacked browser, one for each version and user, shared by all test processes. */
async function executable(): Promise<string> {
  const folder = join(tmpdir(), `countersign-chromium-${await version()}-${userInfo().uid}`);
  if (!existsSync(folder)) await unpackInto(folder);
  return join(folder, "chromium");
}

async function version(): Promise<string> {
  const path = fileURLToPath(new URL("../package.json", import.meta.resolve(packageName)));
  return JSON.parse(await readFile(path, "utf8")).version;
}

/**
 * The package unpacks straight into the folder for temporary files, where another process might run
 * a half-written file. So each process unpacks into its own folder, in a child process because an environment
 * variable names that folder. The first to finish renames its folder to the lasting name.
 */
async function unpackInto(folder: string): Promise<void> {
  const scratch = await mkdtemp(`${folder}-`);
  const script = `import chromium from "${import.meta.resolve(packageName)}"; await chromium.executablePath();`;
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
    env: { ...process.env, TMPDIR: scratch },
  });
  try {
    await rename(scratch, folder);
  } catch (problem) {
    if (!existsSync(folder)) throw problem;
    await rm(scratch, { recursive: true });
  }
}

const packageName = "@sparticuz/chromium";
