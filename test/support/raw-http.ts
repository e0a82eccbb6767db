/** HTTP/1.1 written by hand, for requests that `fetch` and `node:http` would correct before sending. */
import { connect } from "node:net";

export interface RawRequest {
  readonly method: string;
  /** As in the request line. */
  readonly target: string;
  /** Header lines, sent unchanged after `Host` and `Connection: close`. */
  readonly lines?: readonly string[];
  /** Header lines that replace the one `Host` line of a correct client. */
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

/** Sends the text of a whole request; returns everything that comes back until the server ends the connection. */
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
