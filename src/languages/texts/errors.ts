import type { Explanation } from "./explanation.ts";

export type ErrorKind =
  | "bad-request"
  | "forbidden-form"
  | "other-role"
  | "not-found"
  | "wrong-method"
  | "too-large"
  | "insecure"
  | "suspended-user"
  | "suspended-application"
  | "rate-limited"
  | "internal"
  | "unavailable"
  | "outcome-unknown";

export type ErrorTexts = {
  readonly kinds: Readonly<Record<Exclude<ErrorKind, "rate-limited">, Explanation>> & {
    readonly "rate-limited": (minutes: number) => Explanation;
  };
  readonly retry: string;
  readonly status: (status: number) => string;
  readonly reference: string;
};
