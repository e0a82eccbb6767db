/**
 * One keep-alive connection that has one request under way at a time. Written on bare sockets: the
 * generators that npm keeps (autocannon and its like) spend more on a request than the bare server
 * that is to be measured, and would so measure themselves.
 */
import { connect, type Socket } from "node:net";

export interface Answer {
  readonly status: number;
  /** Status line and headers. */
  readonly head: string;
  /** Good until the next request is sent on the same connection. */
  readonly body: Buffer;
}

export class Connection {
  readonly #socket: Socket;
  #partial: Buffer | undefined;
  #answered: ((answer: Answer) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;

  private constructor(port: number) {
    this.#socket = connect({
      host: "127.0.0.1",
      port,
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafeSlow(65_536),
        callback: (length, buffer) => {
          this.#receive(Buffer.from(buffer.buffer, buffer.byteOffset, length));
          return true;
        },
      },
    });
    this.#socket.on("error", (error) => this.#fail(error));
    this.#socket.on("close", () => this.#fail(new Error("the server closed the connection")));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const connection = new Connection(port);
      connection.#failed = reject;
      connection.#socket.once("connect", () => {
        connection.#failed = undefined;
        resolve(connection);
      });
    });
  }

  send(request: Uint8Array): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#answered = resolve;
      this.#failed = reject;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    const bytes = this.#partial === undefined ? chunk : Buffer.concat([this.#partial, chunk]);
    const answer = parse(bytes);
    if (answer === undefined) {
      this.#partial = Buffer.from(bytes);
      return;
    }
    this.#partial = undefined;
    this.#failed = undefined;
    this.#answered?.(answer);
  }

  #fail(error: Error): void {
    this.#failed?.(error);
    this.#failed = undefined;
  }
}

/** Undefined until the whole answer is there. Reads only what a server of ours sends: a content-length. */
function parse(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const length = Number(/\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  const from = end + 4;
  if (bytes.length < from + length) return undefined;
  return { status: Number(head.slice(9, 12)), head, body: bytes.subarray(from, from + length) };
}
