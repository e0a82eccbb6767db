import { randomBytes } from "node:crypto";

const idStem = randomBytes(6).toString("hex");
let requestCount = 0;

/** Unique among all processes, as far as 48 random bits make it so. */
export function newRequestId(): string {
  requestCount += 1;
  return `${idStem}-${requestCount.toString(36)}`;
}
