/** Encodes every byte of the text's UTF-8 except `A-Z a-z 0-9 - . _ ~`, with upper-case hex (RFC 5849 §3.6). */
export function encoded(text: string): string {
  return text.replace(/[^A-Za-z0-9._~-]+/g, encodedRun);
}

function encodedRun(run: string): string {
  let result = "";
  for (const byte of Buffer.from(run, "utf8")) result += forms[byte];
  return result;
}

const forms: readonly string[] = Array.from(
  { length: 256 },
  (_, byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
);
