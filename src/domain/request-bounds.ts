/** How large a request may be, and how long it may take to arrive. The servers enforce it, and errors state it. */
export const requestBounds = {
  headersKb: 16,
  bodyKb: 64,
  headersSeconds: 10,
  wholeSeconds: 20,
} as const;
