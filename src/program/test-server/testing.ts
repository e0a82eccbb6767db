/**
 * `countersign/testing`. Tests of applications often run on an older Node than the service, which cannot even load it,
 * so the service is loaded after the version was checked.
 */
import type { TestServerOptions } from "./options.ts";
import type { TestServer } from "./test-server.ts";
import { UsageError } from "./usage-error.ts";

export type * from "./test-server.ts";
export { UsageError };

const minNode = 24;

/**
 * Resolves once requests are accepted. If a port is taken, or an option is unknown or impossible, throws `UsageError`
 * and closes everything.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) < minNode) {
    throw new UsageError(
      `countersign/testing needs Node ${minNode} or later, and this is Node ${node}. Run these tests on Node ${minNode}, or start the test server as a process of its own, with the command countersign test-server or the container image, and control it over HTTP: docs/guide/testing.md in this package.`,
    );
  }
  const { startTestServer: start } = await import("./test-server.ts");
  return start(options);
}
