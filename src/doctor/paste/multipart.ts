/**
 * The text fields of a multipart body (RFC 7578 §4), in linear time. Files are left out: no client signs them. Bytes
 * and line ends of a pasted body may have changed, so neither the lengths nor the last boundary have to be right.
 */
export function multipartFields(
  contentType: string,
  body: string,
): readonly (readonly [name: string, value: string])[] {
  if (!/^\s*multipart\//i.test(contentType)) return [];
  const named = /;\s*boundary="?([^";\s]+)/i.exec(contentType)?.[1];
  const delimiter = named === undefined ? /^--[^\r\n]+/.exec(body)?.[0] : `--${named}`;
  if (delimiter === undefined) return [];
  return body
    .split(delimiter, maxParts)
    .slice(1)
    .flatMap((part): [string, string][] => {
      const { 0: blank = "", index = -1 } = /\r?\n\r?\n/.exec(part) ?? {};
      const headers = part.slice(0, index);
      const name = /[;\s]name="([^"]*)"/i.exec(headers)?.[1];
      if (index === -1 || name === undefined || /[;\s]filename/i.test(headers)) return [];
      return [[name, part.slice(index + blank.length).replace(/\r?\n$/, "")]];
    });
}

const maxParts = 65;
