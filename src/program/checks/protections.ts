/** Settings that remove a protection. Each is allowed, but no one should keep one without knowing it. */
import type { Compat } from "../../config/behavior.ts";
import type { Config } from "../../config/config.ts";
import { wideRanges } from "../../config/trusted-ranges.ts";
import { type LimitName, limits, type RateLimits } from "../../domain/limits.ts";
import { isPublicAddress } from "../../tools/webhooks/public-address.ts";
import { type Finding, warning } from "./finding.ts";

type Settings = Pick<
  Config,
  "compat" | "internalHost" | "internalPort" | "logLevel" | "rateLimits" | "trustedProxies"
>;

export function removedProtections(config: Settings): readonly Finding[] {
  return [
    ...ofRateLimits(config.rateLimits),
    ...[...config.compat].map((one) => warning("configuration", ...lostTo[one])),
    ...wideRanges(config.trustedProxies).map((range) =>
      warning(
        "configuration",
        `COUNTERSIGN_TRUSTED_PROXIES trusts ${range}, more than a single organization has: any of them can claim another client's IP address, and TLS`,
        "List only the IP addresses of your proxies",
      ),
    ),
    ...ofInternalHost(config),
    ...(config.logLevel === "silent"
      ? [
          warning(
            "configuration",
            "COUNTERSIGN_LOG_LEVEL is silent: no warnings are logged, so you can't find out later who was rejected and why",
            "Set it to warn, or unset it",
          ),
        ]
      : []),
  ];
}

const lostTo: Readonly<Record<Compat, readonly [message: string, fix: string]>> = {
  "empty-token-secret": [
    "COUNTERSIGN_COMPAT has empty-token-secret: oauth/access_token accepts signatures made without the request token's secret",
    "Remove it once no client needs it",
  ],
  "basic-invalidate": [
    "COUNTERSIGN_COMPAT has basic-invalidate: anyone with an application's consumer secret can revoke its bearer token",
    "Remove it once no client needs it",
  ],
};

function ofRateLimits(rateLimits: RateLimits): readonly Finding[] {
  if (rateLimits === "off") {
    return [
      warning(
        "configuration",
        "COUNTERSIGN_RATE_LIMITS is off: anyone can guess passwords and codes, and send any number of requests",
        "Unset it, or raise only the limits that your clients reach",
      ),
    ];
  }
  const raised = limitsOnGuessing.filter((name) => rateLimits[name] > limits[name].limit * 10);
  if (raised.length === 0) return [];
  return [
    warning(
      "configuration",
      `COUNTERSIGN_RATE_LIMITS allows more than ten times the usual number of guesses: ${raised.join(", ")}`,
      "Remove these names from it",
    ),
  ];
}

const limitsOnGuessing = (Object.keys(limits) as LimitName[]).filter(
  (name) => name.startsWith("sign-in/") || name === "failed-credentials",
);

/** Without a secret, `readConfig` rejects every host but a loopback. */
function ofInternalHost({ internalHost, internalPort }: Settings): readonly Finding[] {
  if (internalPort === "off" || !isPublicAddress(internalHost)) return [];
  return [
    warning(
      "configuration",
      `COUNTERSIGN_INTERNAL_HOST is ${internalHost}, which is on the public internet: the secret and the credentials of requests travel there without TLS`,
      "Use a loopback or internal address, or a tunnel",
    ),
  ];
}
