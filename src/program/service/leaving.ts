/**
 * How the service takes leave of the proxies before it. A proxy that has not noticed that a node stops still sends
 * requests there, and loses those that meet a closing connection: it may not repeat a POST. So for a while the node
 * reports that it is not ready and keeps serving, and each response makes the proxy drop its connection.
 */
import { Server } from "node:net";
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";

export interface Leaving {
  readonly hasBegun: () => boolean;
  readonly endsConnections: () => boolean;
  /** Serves for `ms`, while load balancers go elsewhere. */
  drain(ms: number): Promise<void>;
  /** Stops listening, and after a drain serves what proxies still send on connections that they hold. */
  stopListening(server: Server): Promise<void>;
}

/** A proxy has this long after a drain to close its connections. */
const lastRequestsMs = 2000;

/**
 * For a service whose sockets stay. It drains, because a request that meets a closing connection is lost here too: each
 * response ends a connection, and no time is lost meanwhile. After that, new connections wait for the next process.
 */
const restarting = { leastDrainMs: 2000, lastRequestsMs: 500 };

/**
 * The last part of a drain, in which connections are kept again. Without it a proxy that does not poll
 * `/readyz` opens one for each request, and the kernel resets those that wait to be accepted when a socket
 * stops listening. A proxy that has connections opens none, so none waits.
 */
const settlingMs = 1000;

/** `socketsStay`: a supervisor keeps the listening sockets for the next process, so no one has to go elsewhere. */
export function leaving({ socketsStay }: { readonly socketsStay: boolean }): Leaving {
  let phase: "serving" | "draining" | "settling" | "stopping" = "serving";
  let drains = false;
  const isStopping = () => phase === "stopping";

  return {
    hasBegun: () => phase !== "serving" && !socketsStay,
    endsConnections: () => phase === "draining" || phase === "stopping",

    async drain(given) {
      const ms = socketsStay ? Math.max(given, restarting.leastDrainMs) : given;
      if (ms === 0) return;
      drains = true;
      phase = "draining";
      const settling = socketsStay ? 0 : Math.min(settlingMs, ms / 2);
      await pause(ms - settling);
      // It may have been stopped in the meantime.
      if (isStopping() || socketsStay) return;
      phase = "settling";
      await pause(settling);
    },

    async stopListening(server) {
      if (!drains || socketsStay) phase = "stopping";
      if (!drains) return;
      const over = new AbortController();
      server.once("close", () => over.abort());
      const most = (ms: number) => pause(ms, undefined, over).catch(() => {});
      await shortTurn();
      stopAccepting(server);
      // Other processes on this port may still listen for a moment, and should get no new connections either.
      if (phase === "settling") await most(settlingMs);
      phase = "stopping";
      await most(socketsStay ? restarting.lastRequestsMs : lastRequestsMs);
      // What has arrived on a connection makes it a busy one, which is not closed.
      await shortTurn();
    },
  };
}

/**
 * Resolves after a turn of the event loop that took less than a millisecond. The kernel resets connections that wait to
 * be accepted when a socket stops listening, and each turn accepts those that came during the one before.
 */
async function shortTurn(): Promise<void> {
  for (let turns = 0; turns < 1000; turns += 1) {
    const began = performance.now();
    await turn();
    if (performance.now() - began < 1) return;
  }
}

/** The method of an HTTP server would also close connections on which no request has arrived yet. */
function stopAccepting(server: Server): void {
  Server.prototype.close.call(server);
}
