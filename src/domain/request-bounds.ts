/** The servers enforce these bounds of a request and of its arrival, and errors state them. */
export const requestBounds = {
  headersKb: 16,
  bodyKb: 64,
  headersSeconds: 10,
  wholeSeconds: 20,
} as const;
