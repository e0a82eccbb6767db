/** The `traceparent` header (W3C Trace Context §3.2) joins log lines with those of other services. */
export function traceOf(
  header: string | readonly string[] | undefined,
): { readonly trace: string; readonly span: string } | undefined {
  if (typeof header !== "string") return undefined;
  const [, version, trace, span] = shape.exec(header) ?? [];
  const isNone = trace === undefined || span === undefined || version === "ff";
  if (isNone || /^0+$/.test(trace) || /^0+$/.test(span)) return undefined;
  return { trace, span };
}

/** Later versions of the header may have more fields. */
const shape = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(?:$|-)/;
