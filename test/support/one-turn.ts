/**
 * Has a service of this process read from several connections in one turn of the event loop, and runs code between two
 * of these reads.
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { connect as connectTls } from "node:tls";

export interface OpenConnection {
  /** Carries the bytes. */
  readonly wire: Socket;
  /** Carries the text. */
  readonly socket: Duplex;
  /** The bytes that send a text. They are not sent. */
  bytesOf(text: string): Promise<Buffer>;
}

export type Sent = readonly [OpenConnection, Buffer];

/**
 * Everything is written before any of it is read, so it is read in this order: `before`, what makes `between` run,
 * `after`.
 */
export async function sendInOneTurn(
  before: readonly Sent[],
  between: () => void,
  after: readonly Sent[] = [],
): Promise<void> {
  await using server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = connect(port, "127.0.0.1");
  const [calling] = (await once(server, "connection")) as [Socket];
  try {
    const called = once(calling, "data");
    calling.once("data", between);
    // Linux reports a connection once more after it was read, and then in the order of that time.
    for (let turns = 0; turns < 3; turns += 1) await nextTurn();
    for (const [{ wire }, bytes] of before) wire.write(bytes);
    client.write("now");
    for (const [{ wire }, bytes] of after) wire.write(bytes);
    await called;
  } finally {
    client.destroy();
    calling.destroy();
  }
}

/** A connection that the service has accepted. `authority`: the certificate authority, if the service speaks TLS. */
export async function openConnection(url: string, authority?: Buffer): Promise<OpenConnection> {
  const wire = connect({ port: Number(new URL(url).port), host: "127.0.0.1", noDelay: true });
  await once(wire, "connect");
  const connection = authority === undefined ? plain(wire) : encrypted(wire, authority);
  connection.socket.write("GET /nothing HTTP/1.1\r\nHost: here\r\n\r\n");
  await once(connection.socket, "data");
  return connection;
}

function plain(wire: Socket): OpenConnection {
  return { wire, socket: wire, bytesOf: async (text) => Buffer.from(text) };
}

function encrypted(wire: Socket, authority: Buffer): OpenConnection {
  let withheld: Buffer[] | undefined;
  const records = new Duplex({
    read() {},
    write(piece: Buffer, _encoding, done) {
      if (withheld === undefined) wire.write(piece);
      else withheld.push(piece);
      done();
    },
  });
  wire.on("data", (piece) => records.push(piece)).on("end", () => records.push(null));
  const socket = connectTls({ socket: records, servername: "localhost", ca: authority });
  return {
    wire,
    socket,
    async bytesOf(text) {
      const bytes: Buffer[] = [];
      withheld = bytes;
      await new Promise((resolve) => socket.write(text, resolve));
      withheld = undefined;
      return Buffer.concat(bytes);
    },
  };
}
