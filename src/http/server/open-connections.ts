/** Tracks open connections, and closes one for a newcomer if there are too many. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";

export interface Connection {
  readonly socket: Socket;
  current: Exchange | undefined;
  readonly waiting: Exchange[];
  ending: boolean;
  failure: Error | undefined;
}

/** A request and its response. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  startedAt: number;
}

export interface OpenConnections {
  /** Also finds the connection of a socket that is not accepted yet. */
  of(socket: Socket): Connection;
  accept(socket: Socket): void;
  /** After the handshake, requests come from the TLS socket, which belongs to the same connection. */
  replaceByTls(tls: TLSSocket): void;
  /** Marks the connection as used: all others have been idle for longer. */
  noteIdle(connection: Connection): void;
  closeIdle(): void;
}

/** `maxAnswer` is that of `ConnectionTimes`. */
export function openConnections(most: number, maxAnswer: number): OpenConnections {
  const connectionOf = new WeakMap<Socket, Connection>();
  /** The longest idle one is first. */
  const open = new Set<Connection>();

  return {
    of: connectionFor,
    accept,
    replaceByTls,
    noteIdle(connection) {
      if (open.delete(connection)) open.add(connection);
    },
    closeIdle() {
      for (const { current, socket } of open) if (current === undefined) socket.destroy();
    },
  };

  function connectionFor(socket: Socket): Connection {
    const known = connectionOf.get(socket);
    if (known !== undefined) return known;
    const connection: Connection = {
      socket,
      current: undefined,
      waiting: [],
      ending: false,
      failure: undefined,
    };
    connectionOf.set(socket, connection);
    return connection;
  }

  function accept(socket: Socket): void {
    if (open.size >= most && !makeRoom()) {
      socket.destroy();
      return;
    }
    const connection = connectionFor(socket);
    open.add(connection);
    socket.once("close", () => open.delete(connection));
  }

  function replaceByTls(tls: TLSSocket): void {
    for (const plain of open) {
      const { socket } = plain;
      if (socket.remotePort !== tls.remotePort || socket.remoteAddress !== tls.remoteAddress)
        continue;
      open.delete(plain);
      break;
    }
    accept(tls);
  }

  function makeRoom(): boolean {
    const now = performance.now();
    for (const connection of open) {
      const { current } = connection;
      const gives =
        current === undefined || !current.request.complete || now - current.startedAt > maxAnswer;
      if (!gives) continue;
      open.delete(connection);
      connection.socket.destroy();
      return true;
    }
    return false;
  }
}
