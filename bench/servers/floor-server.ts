/**
 * The floor: a bare `node:http` server that answers what the service was seen to answer, byte for byte,
 * and does nothing else. It reads a POST's body, since any server of POST must. The gated floor answers the
 * requests of a turn together, as the service does.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createTurns } from "../../src/http/server/turns.ts";
import type { RecordedAnswer } from "../load/plan.ts";

export interface FloorMessage {
  readonly answers: readonly RecordedAnswer[];
  readonly isGated: boolean;
}

process.once("message", ({ answers, isGated }: FloorMessage) => {
  const prepared = new Map(
    answers.map(({ method, path, status, headers, body }) => [
      `${method} ${path}`,
      { status, headers: [...headers], body: Buffer.from(body, "latin1") },
    ]),
  );
  const only = prepared.size === 1 ? prepared.values().next().value : undefined;

  const turns = createTurns();
  const server = createServer((request, response) => {
    const respond = () => {
      if (isGated) void turns.next().then(() => answer(request, response));
      else answer(request, response);
    };
    if (request.method === "GET") respond();
    else request.resume().once("end", respond);
  });
  server.keepAliveTimeout = (answers[0]?.keepAliveSeconds ?? 5) * 1000;
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { status, headers, body } = only ?? find(request);
    response.writeHead(status, headers);
    response.end(body);
  }

  function find({ method, url = "" }: IncomingMessage) {
    const found = prepared.get(`${method} ${url.split("?", 1)[0]}`);
    if (found === undefined) throw new Error(`${method} ${url} was not recorded`);
    return found;
  }
});
process.on("disconnect", () => process.exit());
