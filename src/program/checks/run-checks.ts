/** All checks of `countersign check`, with or without a running server. They change nothing. */
import { ownOrigin } from "../../config/addresses.ts";
import type { Config } from "../../config/config.ts";
import { rejectOnePort } from "../../config/one-port.ts";
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import { checkBackups } from "./backups.ts";
import { checkCertificate } from "./certificate.ts";
import { checkAuthorities } from "./certificate-authorities.ts";
import { checkClocks, type OtherClock } from "./clock.ts";
import { checkDisk } from "./disk.ts";
import { checkFiles } from "./files.ts";
import { type Finding, failure, ok, reasonOf, skipped, warning } from "./finding.ts";
import { checkIdentityProviders } from "./identity-providers.ts";
import { checkPrivateAddress, type PrivateAddress } from "./internal-address.ts";
import { checkLanguages } from "./languages.ts";
import { checkMail } from "./mail.ts";
import { removedProtections } from "./protections.ts";
import { checkPublicAddress, type PublicAddress } from "./public-address.ts";
import { checkStores } from "./stores.ts";
import { checkAuditFile, checkWebhooks } from "./webhooks.ts";

/** `ignored` has the configuration's messages about settings without effect. */
export async function runChecks(
  config: Config,
  {
    ignored,
    mailTo,
    testWebhooks,
  }: {
    readonly ignored: readonly string[];
    readonly mailTo: string | undefined;
    readonly testWebhooks: boolean;
  },
): Promise<readonly Finding[]> {
  const internalAddress = checkPrivateAddress(config).catch(
    (error): PrivateAddress => ({
      findings: [warning("internal address", reasonOf(error), "Check what listens there")],
      running: "not known",
      clocks: [],
    }),
  );
  const providers = checkIdentityProviders(config);
  const [stores, mail] = await Promise.all([checkStores(config), checkMail(config, mailTo)]);
  const internal = await internalAddress;
  const addresses = await publicAddresses(config, stores.keys, internal);
  const { latestEvent } = stores;
  const served = addresses.flatMap(({ clocks }) => clocks);
  // Otherwise the server at the internal address is another node.
  const isSame = (one: OtherClock) =>
    served.some(({ ahead }) => Math.abs(ahead - one.ahead) < 2_000);
  const found = await providers;
  const others = [
    ...stores.clocks,
    ...served,
    ...internal.clocks.filter((one) => !isSame(one)),
    ...found.clocks,
  ];
  return [
    ...configuration(config, ignored),
    ...(await checkFiles(config)),
    ...stores.findings,
    ...checkClocks({ others, latestEvent, now: Date.now() }),
    ...(await checkDisk(config)),
    ...checkBackups(config, stores.lastOf, Date.now()),
    ...checkCertificate(config, Date.now()),
    ...internal.findings,
    ...addresses.flatMap(({ findings }) => findings),
    mail,
    ...(await checkWebhooks(config, { ...stores, test: testWebhooks, now: Date.now() })),
    ...checkAuditFile(config, { ...stores, now: Date.now() }),
    ...found.findings,
  ];
}

function configuration(config: Config, ignored: readonly string[]): readonly Finding[] {
  const problems = [
    ...ignored.map((one) =>
      warning(
        "configuration",
        one,
        "Unset it, or rename the service that your orchestrator injects it for",
      ),
    ),
    ...removedProtections(config),
    ...checkLanguages(config),
    ...checkAuthorities(process.env["NODE_EXTRA_CA_CERTS"]),
  ];
  try {
    rejectOnePort(config);
  } catch (error) {
    return [
      ...problems,
      failure(
        "configuration",
        reasonOf(error),
        "Change one of them: until then, no start succeeds",
      ),
    ];
  }
  return [
    ...problems,
    ok("configuration", `All ${config.display.length} settings are valid and consistent`),
  ];
}

async function publicAddresses(
  config: Config,
  keys: KeyRing | undefined,
  { running, clocks }: PrivateAddress,
): Promise<readonly PublicAddress[]> {
  const { baseUrl, additionalBaseUrls, port, trustedProxies } = config;
  const none = (why: string) => [{ findings: [skipped("public address", why)], clocks: [] }];
  if (baseUrl === undefined && port === 0) return none("Its port is chosen at each start");
  if (keys === undefined) return none("The service can't be checked without its key ring");
  const origins = [baseUrl ?? ownOrigin(config, port), ...additionalBaseUrls];
  const here = { running, clocks, trustedProxies, isRingFixed: "given" in config.keys };
  return Promise.all(origins.map((origin) => checkPublicAddress(origin, keys, here)));
}
