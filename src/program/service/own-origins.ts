import { ownOrigin } from "../../config/addresses.ts";
import type { Config } from "../../config/config.ts";
import type { Dependencies } from "../../verification/dependencies.ts";

export interface OwnOrigins {
  readonly all: Dependencies["origins"];
  /** Called with the port: without a configured base URL, it is in the first origin. */
  bind(port: number): void;
}

export function ownOrigins(config: Config): OwnOrigins {
  const { baseUrl, additionalBaseUrls } = config;
  let all: Dependencies["origins"] = [baseUrl ?? "", ...additionalBaseUrls];
  return {
    get all() {
      return all;
    },
    bind(port) {
      all = [baseUrl ?? ownOrigin(config, port), ...additionalBaseUrls];
    },
  };
}
