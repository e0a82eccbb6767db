import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { test } from "node:test";
import { BodyTooLarge, bodyReader, ConnectionEnded } from "./bodies.ts";

/** The server has room for so many bytes of arriving bodies, and keeps the result of each reading. */
async function open(maxArriving: number, maxBytes = 1000) {
  const readBody = bodyReader(maxArriving);
  const ended: (string | Error)[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    try {
      ended.push(String(await readBody(request, maxBytes)));
    } catch (error) {
      ended.push(error as Error);
    }
    server.emit("settled");
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  return {
    ended,
    /** Resolves when the server has read the beginning of the body. */
    async begin(length: number, sent: string): Promise<Socket> {
      const arrived = once(server, "request");
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      sockets.push(socket);
      socket.write(`POST / HTTP/1.1\r\nHost: here\r\nContent-Length: ${length}\r\n\r\n`);
      const [request] = (await arrived) as [IncomingMessage];
      for (const piece of sent) {
        const read = once(request, "data");
        socket.write(piece);
        await read;
      }
      return socket;
    },
    /** Sends headers and body at once. Resolves when the body was read or rejected. */
    async send(headers: string, body: string): Promise<void> {
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      sockets.push(socket);
      const settled = once(server, "settled");
      socket.write(`POST / HTTP/1.1\r\nHost: here\r\n${headers}\r\n\r\n${body}`);
      await settled;
    },
    settled: () => once(server, "settled"),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("a body is read whole; one that is longer than it may be is rejected, said so or not", async () => {
  await using server = await open(100_000);
  const socket = await server.begin(3, "ab");
  socket.write("c");
  await server.settled();
  await server.begin(1001, "");
  assert.equal(server.ended[0], "abc");
  assert.ok(server.ended[1] instanceof BodyTooLarge);
  const unsaid = server.settled();
  const chunked = await server.begin(0, "");
  await unsaid;
  chunked.write(
    `POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n${"x".repeat(1001)}\r\n`,
  );
  await server.settled();
  assert.ok(server.ended[3] instanceof BodyTooLarge);
});

test("a body that arrives with its headers is whole, has the same bound, and can be broken", async () => {
  await using server = await open(100_000);
  const chunked = "Transfer-Encoding: chunked";
  await server.send("Content-Length: 3", "abc");
  await server.send(chunked, "2\r\nab\r\n1\r\nc\r\n0\r\n\r\n");
  await server.send(chunked, "0\r\n\r\n");
  await server.send(chunked, `3e9\r\n${"x".repeat(1001)}\r\n0\r\n\r\n`);
  await server.send(chunked, "2\r\nab\r\nno length\r\n");
  assert.deepEqual(server.ended.slice(0, 3), ["abc", "abc", ""]);
  assert.ok(server.ended[3] instanceof BodyTooLarge);
  assert.ok(server.ended[4] instanceof ConnectionEnded);
});

// interface §1.14
test("T25 — without room, the body that has been arriving for the longest time loses its connection", async () => {
  // A piece of one byte counts with its overhead.
  await using server = await open(4 * 257);
  const first = await server.begin(10, "aa");
  const second = await server.begin(10, "bb");
  const [cut, settled] = [once(first, "close"), server.settled()];
  const third = await server.begin(2, "c");
  await Promise.all([cut, settled]);
  assert.ok(server.ended[0] instanceof Error);
  assert.equal(second.destroyed, false);
  third.write("d");
  await server.settled();
  assert.equal(server.ended[1], "cd");
  // The room of the first bodies is free again.
  const fourth = await server.begin(2, "e");
  fourth.write("f");
  await server.settled();
  assert.equal(server.ended[2], "ef");
  assert.equal(second.destroyed, false);
});

test("a connection that ends before its body is whole is an error, once", async () => {
  await using server = await open(100_000);
  const socket = await server.begin(3, "a");
  const settled = server.settled();
  socket.destroy();
  await settled;
  assert.equal(server.ended.length, 1);
  assert.match(String(server.ended[0]), /the connection ended before the response/);
});
