import { type ConfigRow, list, oneOf } from "./row.ts";

export const requestLogRows = {
  requestLogDays: {
    name: "REQUEST_LOG_DAYS",
    meaning:
      "For how many days the portal shows requests of an application: rejected ones, the latest that were verified, and a sample. 0 turns the request log off.",
    shape: "a whole number from 0 to 7",
    example: "3",
    default: "1",
    read: (text) => {
      if (!/^[0-7]$/.test(text)) throw new Error("expected a whole number from 0 to 7");
      return Number(text);
    },
  },
  requestLogExcluded: {
    name: "REQUEST_LOG_EXCLUDED_PARAMETERS",
    meaning:
      "Parameters whose values the request log leaves out, besides those whose names suggest a secret; `*` is all of them, except the protocol's, which begin with `oauth_`. By default, it leaves out all values of verified requests, and no others of rejected ones.",
    shape: "names, separated by commas, or *",
    example: "email,q",
    default: "",
    read: (text) =>
      list(text).map((name) => {
        if (/\s/.test(name)) throw new Error(`${JSON.stringify(name)} is not a name`);
        return name;
      }),
  },
  requestLogApiPaths: {
    name: "REQUEST_LOG_API_PATHS",
    meaning:
      "Whether the request log has the paths and base strings of requests to your APIs. Turn this off if paths contain personal data.",
    shape: "on, off",
    example: "off",
    default: "on",
    read: (text) => oneOf(text, ["on", "off"]),
  },
} as const satisfies Record<string, ConfigRow>;
