import assert from "node:assert/strict";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { test } from "node:test";
import { until } from "../../../test/support/until.ts";
import { boundedServer } from "./bounded-server.ts";
import { connectionTimes } from "./connection-times.ts";

/** Requests stay pending until the test responds. */
async function startServer(maxConnections: number, times = {}) {
  const pending: ServerResponse[] = [];
  const paths: (string | undefined)[] = [];
  let made = 0;
  const { server, listen, close } = boundedServer(
    {
      maxHeaderBytes: 16 * 1024,
      maxConnections,
      connectionTimes: { ...connectionTimes, ...times },
      onProblem: assert.fail,
    },
    (request, response) => {
      paths.push(request.url);
      pending.push(response);
    },
  );
  server.on("request", (request) => {
    made += 1;
    request.resume();
  });
  await listen({ host: "127.0.0.1", port: 0, reusePort: false });
  const { port } = server.address() as AddressInfo;
  return {
    begun: paths,
    pending,
    made: () => made,
    async answerNext(text = "well") {
      await until(() => pending.length > 0);
      pending.shift()?.end(text);
    },
    async answerLast() {
      await until(() => pending.length > 0);
      const response = pending.shift();
      if (response !== undefined) response.shouldKeepAlive = false;
      response?.end("last");
    },
    client: () => openClient(port),
    async [Symbol.asyncDispose]() {
      await close(0);
    },
  };
}

async function openClient(port: number) {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).setEncoding("latin1");
  let received = "";
  let over = false;
  socket.on("data", (text) => {
    received += text;
  });
  for (const event of ["end", "error", "close"]) {
    socket.on(event, () => {
      over = true;
    });
  }
  await once(socket, "connect");
  return {
    socket,
    received: () => received,
    statuses: () => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
    ended: () => until(() => over),
    isOver: () => over,
    /** Fails if the server resets the connection. */
    async sendsOn() {
      for (let pieces = 0; pieces < 3; pieces += 1) {
        await new Promise((resolve) => socket.write(get("/next").repeat(1000), resolve));
      }
      socket.end();
      await until(() => socket.closed);
      assert.equal(socket.errored, null);
    },
  };
}

const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: here\r\n${more}\r\n`;

test("pipelined requests are served one after another, and answered in their order", async () => {
  await using server = await startServer(10);
  const client = await server.client();
  client.socket.write(get("/1") + get("/2") + get("/3"));
  for (const all of [["/1"], ["/1", "/2"], ["/1", "/2", "/3"]]) {
    await until(() => server.begun.length >= all.length);
    assert.deepEqual(server.begun, all);
    await server.answerNext(`answer ${all.length}`);
  }
  await until(() => client.received().includes("answer 3"));
  assert.match(client.received(), /answer 1[\s\S]*answer 2[\s\S]*answer 3/);
  assert.equal(client.isOver(), false);
});

test("of a long pipeline, 33 are answered; the last response says that no other comes", async () => {
  await using server = await startServer(10);
  const client = await server.client();
  client.socket.write(get("/").repeat(200));
  for (let count = 0; count < 33; count += 1) await server.answerNext();
  await client.ended();
  assert.equal(client.statuses().length, 33);
  assert.equal(server.pending.length, 0);
  assert.equal(client.received().match(/^connection: close\r$/gim)?.length, 1);
  assert.match(client.received().split("HTTP/1.1").at(-1) ?? "", /connection: close/i);
  await client.sendsOn();
});

test("no more than a few requests are made of what one packet brings", async () => {
  await using server = await startServer(10);
  const client = await server.client();
  client.socket.write(get("/").repeat(1500));
  await until(() => server.made() > 33);
  // The whole packet is parsed in one turn of the event loop.
  await new Promise(setImmediate);
  assert.ok(server.made() < 40, `${server.made()} requests`);
});

const broken = {
  "no request line": "BROKEN\r\n\r\n",
  "an ambiguous length": `POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
  "a broken chunk": `POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
  CONNECT: `CONNECT elsewhere:443 HTTP/1.1\r\nHost: elsewhere\r\n\r\n`,
};

for (const [what, text] of Object.entries(broken)) {
  test(`400 (code 215) — ${what}, after the response to the request before it`, async () => {
    await using server = await startServer(10, { linger: 20 });
    const client = await server.client();
    client.socket.write(get("/1") + text);
    await until(() => server.pending.length > 0);
    // A response that overtook the pending one would arrive before the response to a second client.
    const other = await server.client();
    other.socket.write(get("/other"));
    await until(() => server.pending.length === 2);
    server.pending.pop()?.end();
    await until(() => other.statuses().length === 1);
    assert.deepEqual(client.statuses(), []);
    await server.answerNext();
    await client.ended();
    assert.deepEqual(client.statuses(), ["200", "400"]);
    assert.match(client.received(), /"code":215/);
    assert.deepEqual(server.begun, ["/1", "/other"]);
  });
}

test("400 (code 215) — a broken body of the request that is being served", async () => {
  await using server = await startServer(10);
  const client = await server.client();
  client.socket.write(broken["a broken chunk"]);
  await client.ended();
  assert.deepEqual(client.statuses(), ["400"]);
});

test("a client that has said all it will say gets its pending answers", async () => {
  await using server = await startServer(10);
  const client = await server.client();
  client.socket.end(get("/1") + get("/2"));
  // Once a later request was served, the server has noticed the end of this connection.
  const other = await server.client();
  other.socket.write(get("/other"));
  await until(() => server.pending.length === 2);
  for (const _ of ["/1", "/other", "/2"]) await server.answerNext();
  await client.ended();
  assert.deepEqual(client.statuses(), ["200", "200"]);
});

test("after its last response a connection is closed, also for a client that never closes it", async () => {
  await using server = await startServer(10, { linger: 20 });
  const client = await server.client();
  client.socket.write("BROKEN\r\n\r\n");
  await client.ended();
  const failed = once(client.socket, "error");
  const writing = setInterval(() => client.socket.write("x"), 5);
  await failed;
  clearInterval(writing);
});

const halfRequest = "POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 100000000\r\n\r\na";

for (const [what, bytes, times] of [
  ["for too long", 1, { linger: 20 }],
  ["too much", 1_000_000, {}],
] as const) {
  test(`after a response to a request that is still arriving, a client that sends ${what} is cut off`, async () => {
    await using server = await startServer(10, times);
    const client = await server.client();
    client.socket.write(halfRequest);
    await server.answerLast();
    await client.ended();
    assert.deepEqual(client.statuses(), ["200"]);
    const piece = "a".repeat(bytes);
    let pieces = 0;
    const failed = once(client.socket, "error");
    while (!client.socket.destroyed) {
      pieces += 1;
      await new Promise((resolve) => client.socket.write(piece, resolve));
      // The server shares the event loop.
      await new Promise(setImmediate);
    }
    await failed;
    if (what === "too much") assert.ok(pieces > 16 && pieces < 64, `${pieces} MB`);
  });
}

for (const [what, sent] of [
  ["still arriving", halfRequest],
  ["followed by others", get("/1") + get("/2")],
] as const) {
  test(`the last response to a request that is ${what} is followed by an end, and not by a reset`, async () => {
    await using server = await startServer(10);
    const client = await server.client();
    client.socket.write(sent);
    await server.answerLast();
    await client.ended();
    await client.sendsOn();
    assert.deepEqual(client.statuses(), ["200"]);
  });
}

test("one connection too many closes the one that has waited longest for a request", async () => {
  await using server = await startServer(3);
  const [first, second, third] = [
    await server.client(),
    await server.client(),
    await server.client(),
  ];
  first.socket.write(get("/"));
  await server.answerNext();
  await until(() => first.statuses().length === 1);
  const newcomer = await server.client();
  newcomer.socket.write(get("/new"));
  await second.ended();
  await server.answerNext();
  await until(() => newcomer.statuses().length === 1);
  assert.deepEqual([first.isOver(), third.isOver()], [false, false]);
});

test("one connection too many is closed at once while all others are being answered", async () => {
  await using server = await startServer(2);
  const busy = [await server.client(), await server.client()];
  for (const one of busy) one.socket.write(get("/busy"));
  await until(() => server.pending.length === 2);
  const newcomer = await server.client();
  await newcomer.ended();
  for (const one of busy) {
    await server.answerNext();
    await until(() => one.statuses().length === 1);
  }
});

test("a request that arrives slowly, and a response that is read slowly, keep no newcomer out", async () => {
  await using server = await startServer(2, { maxAnswer: 0 });
  const sending = await server.client();
  sending.socket.write("POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\nabc");
  const reading = await server.client();
  reading.socket.write(get("/"));
  await until(() => server.pending.length === 2);
  for (const old of [sending, reading]) {
    await server.client();
    await old.ended();
  }
});
