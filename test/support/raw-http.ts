/** HTTP/1.1 by hand, for requests that `fetch` and `node:http` would straighten before they send them. */
import { connect } from "node:net";

export interface RawRequest {
  readonly method: string;
  /** As it goes into the request line. */
  readonly target: string;
  /** Whole lines, sent as they are; `Host` and `Connection: close` come before them. */
  readonly lines?: readonly string[];
  /** Whole lines instead of the one `Host` that a client has to send. */
  readonly host?: readonly string[];
  readonly body?: string;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Resolves when the server has ended the connection. */
export async function sendRaw(baseUrl: string, request: RawRequest): Promise<RawResponse> {
  const { host } = new URL(baseUrl);
  const { method, target, lines = [], body = "" } = request;
  const hosts = request.host ?? [`Host: ${host}`];
  const head = [`${method} ${target} HTTP/1.1`, ...hosts, "Connection: close", ...lines];
  return readResponse(await sendText(baseUrl, `${head.join("\r\n")}\r\n\r\n${body}`));
}

/** What comes back for the text of a whole request, until the server ends the connection. */
export async function sendText(baseUrl: string, text: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.setEncoding("latin1").write(text, "latin1");
  let received = "";
  for await (const chunk of socket) received += chunk;
  return received;
}

function readResponse(text: string): RawResponse {
  const end = text.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(":");
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return { status: Number(statusLine.split(" ")[1]), headers, body: text.slice(end + 4) };
}
