/** Writes a request in the forms in which users paste it. It shares no code with the reader. */
import type { Draft, Wire } from "./requests.ts";
import type { Pair } from "./signers.ts";

export function written(sent: Draft, signature: string, wire: Wire): string {
  const oauth: Pair[] = [...sent.oauth, ["oauth_signature", signature]];
  const query = [...sent.query, ...(wire.place === "query" ? oauth : [])];
  const form = [...sent.form, ...(wire.place === "form" ? oauth : [])];
  const target = sent.path + (query.length > 0 ? `?${encoded(query, wire)}` : "");
  const headers: Pair[] = [];
  if (wire.place === "header") headers.push(["Authorization", authorization(oauth, wire.realm)]);
  const body = sent.json ?? (sent.multipart && multipart(sent.multipart)) ?? encoded(form, wire);
  if (sent.json !== undefined) headers.push(["Content-Type", "application/json"]);
  else if (sent.multipart)
    headers.push(["Content-Type", `multipart/form-data; boundary=${boundary}`]);
  else if (form.length > 0) headers.push(["Content-Type", "application/x-www-form-urlencoded"]);
  const request = { method: sent.method, url: sent.origin + target, target, headers, body };
  return { curl: asCurl, http: asHttp, har: asHar }[wire.written](request);
}

interface Request {
  readonly method: string;
  readonly url: string;
  readonly target: string;
  readonly headers: readonly Pair[];
  readonly body: string;
}

function asCurl({ method, url, headers, body }: Request): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const words = [
    `curl -sS -X ${method}`,
    ...headers.map((header) => `-H ${quoted(header.join(": "))}`),
    ...(body === "" ? [] : [`--data-raw ${quoted(body)}`]),
    quoted(url),
  ];
  return `${words.join(" \\\n  ")}\n`;
}

function asHttp({ method, url, target, headers, body }: Request): string {
  const { host } = new URL(url);
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    ...headers.map((one) => one.join(": ")),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

function asHar({ method, url, headers, body }: Request): string {
  const mimeType = headers.find(([name]) => name === "Content-Type")?.[1];
  return JSON.stringify(
    {
      request: {
        method,
        url,
        headers: headers.map(([name, value]) => ({ name, value })),
        ...(body !== "" && { postData: { mimeType, text: body } }),
      },
    },
    undefined,
    2,
  );
}

function authorization(oauth: readonly Pair[], realm: string | undefined): string {
  const parts = oauth.map(([name, value]) => `${percent(name)}="${percent(value)}"`);
  return `OAuth ${[...(realm === undefined ? [] : [`realm="${realm}"`]), ...parts].join(", ")}`;
}

function encoded(pairs: readonly Pair[], { spaces, raw = [] }: Wire): string {
  const text = pairs
    .map((pair) => pair.map(percent).join("="))
    .join("&")
    .replaceAll("%20", spaces);
  return raw.reduce((all, [code, written]) => all.replaceAll(code, written), text);
}

const boundary = "----part-1f0c9d7e";

/** The fields, and a file between them. */
function multipart(fields: readonly Pair[]): string {
  const part = (headers: string, content: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${content}\r\n`;
  const [first = "", ...others] = fields.map(([name, value]) => part(`name="${name}"`, value));
  const file = part('name="photo"; filename="a.png"\r\nContent-Type: image/png', "PNG");
  return `${[first, file, ...others].join("")}--${boundary}--\r\n`;
}

export function percent(text: string): string {
  return [...Buffer.from(text, "utf8")]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[A-Za-z0-9\-._~]/.test(character)
        ? character
        : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    })
    .join("");
}
