/**
 * For clients that only know one host: a service that acts as this host with its own TLS, and a browser
 * and a client process that find it there. The client itself is unchanged.
 */
import { fork } from "node:child_process";
import { createServer } from "node:net";
import type { Browser, Page } from "playwright-core";
import { ConfigProblem } from "../../src/config/row.ts";
import { launchChromium } from "../support/chromium.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { makeCertificate } from "../support/tls.ts";
import type { Asked, StepOutcome, Steps } from "./clients/steps.ts";

export interface HardCodedHost extends AsyncDisposable {
  readonly service: TestService;
  /** A page in a new browser in which no one is signed in. */
  openPage(): Promise<Page>;
  /** Runs a program of `clients/`. */
  run<S extends Steps>(program: string): RunningClient<S>;
}

/** Does one step of the program; rejects if the step throws. */
export type RunningClient<S extends Steps> = <Name extends keyof S & string>(
  step: Name,
  ...given: Parameters<S[Name]>
) => Promise<Awaited<ReturnType<S[Name]>>>;

export async function startHardCodedHost(
  host: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<HardCodedHost> {
  await using resources = new AsyncDisposableStack();
  const certificate = resources.use(await makeCertificate([host]));
  const { service, port } = await startOnKnownPort({
    BASE_URL: `https://${host}`,
    TLS_CERT: certificate.certificate,
    TLS_KEY: certificate.key,
    ...settings,
  });
  resources.use(service);
  const browserArgs = [
    `--host-resolver-rules=MAP ${host}:443 127.0.0.1:${port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
    `--ignore-certificate-errors-spki-list=${certificate.publicKeyPin}`,
  ];
  const environment = {
    PATH: process.env["PATH"],
    NODE_EXTRA_CA_CERTS: certificate.authority,
    TEST_ROUTES: JSON.stringify({ [`${host}:443`]: port }),
  };

  const closing = resources.move();
  let browser: Browser | undefined;
  return {
    service,
    async openPage() {
      browser ??= closing.adopt(await launchChromium({ args: browserArgs }), (it) => it.close());
      return browser.newPage();
    },
    run: (program) => runClient(program, environment, closing),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

/**
 * A service with a given base URL does not say which port it has, so it gets a port that was free a
 * moment ago, and another one if someone else took that port first.
 */
async function startOnKnownPort(
  settings: Readonly<Record<string, string>>,
  tries = 5,
): Promise<{ service: TestService; port: number }> {
  const port = await freePort();
  try {
    return { service: await startTestService({ ...settings, PORT: String(port) }), port };
  } catch (error) {
    if (tries === 1 || !(error instanceof ConfigProblem)) throw error;
    return startOnKnownPort(settings, tries - 1);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port was free");
  return address.port;
}

function runClient<S extends Steps>(
  program: string,
  env: NodeJS.ProcessEnv,
  until: AsyncDisposableStack,
): RunningClient<S> {
  const preload = new URL("../support/name-and-route.ts", import.meta.url).href;
  const path = new URL(`./clients/${program}.ts`, import.meta.url);
  const child = fork(path, { env, execArgv: ["--no-deprecation", "--import", preload] });
  const waiting = new Map<number, (outcome: StepOutcome) => void>();
  let count = 0;
  child.on("message", (outcome: StepOutcome) => waiting.get(outcome.id)?.(outcome));
  child.once("exit", (code) => {
    for (const [id, settle] of waiting) settle({ id, problem: `${program} ended with ${code}` });
  });
  until.defer(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.disconnect();
    await ended;
  });

  async function ask(step: string, ...given: string[]): Promise<unknown> {
    count += 1;
    const request: Asked = { id: count, step, given };
    const { result, problem } = await new Promise<StepOutcome>((resolve) => {
      waiting.set(request.id, resolve);
      child.send(request);
    });
    waiting.delete(request.id);
    if (problem !== undefined) throw new Error(problem);
    return result;
  }
  return ask as RunningClient<S>;
}
