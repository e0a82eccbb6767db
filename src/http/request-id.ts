import { randomBytes } from "node:crypto";

const idStem = randomBytes(6).toString("hex");
let requestCount = 0;

/** Unique among all processes, by 48 random bits. */
export function newRequestId(): string {
  requestCount += 1;
  return `${idStem}-${requestCount.toString(36)}`;
}
