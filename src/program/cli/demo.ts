import { randomBytes } from "node:crypto";
import type { Command } from "commander";
import { sign } from "#oauth1";
import type { Config } from "../../config/config.ts";
import { byCommandLine } from "../../domain/audit-context.ts";
import {
  mintAccessTokenCandidate,
  mintApplicationId,
  mintUserId,
  type PasswordHash,
  type UserId,
} from "../../domain/credentials.ts";
import { type ApplicationDraft, emptyDraft } from "../../domain/fields/application.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { createApplication } from "../../http/actions/create-application.ts";
import { hashPassword } from "../../tools/passwords/passwords.ts";
import { portOption, startOnPort } from "./port.ts";
import { stopSignal } from "./serve.ts";
import { configFromEnvironment } from "./stores.ts";

/** Everyone knows it, so it is useful only for a demonstration that ends with its process. */
const demoPassword = "open-sesame-demo";

export function addDemoCommand(program: Command): void {
  program
    .command("demo")
    .description(
      "Run with sample data that isn't stored: users alice (an administrator) and bob, two applications, and commands to try",
    )
    .option("--json", "print one JSON object instead of the tour")
    .addOption(portOption("the port to listen on, instead of COUNTERSIGN_PORT or a free one"))
    .action(demo);
}

async function demo({ json, port }: { json?: true; port?: number }): Promise<void> {
  const config: Config = {
    // The port is a free one unless one is named: a service may be running on the usual one.
    ...configFromEnvironment(port ?? (process.env["COUNTERSIGN_PORT"] ? undefined : 0)),
    database: ":memory:",
    postgres: undefined,
    // Readers of the demo see what a public service could look like.
    ...(!process.env["COUNTERSIGN_PUBLIC_DOCS"] && { publicDocs: "on" as const }),
    // Ordinary lines of the log would come between those of the tour.
    ...(!process.env["COUNTERSIGN_LOG_LEVEL"] && { logLevel: "warn" as const }),
    // A running service may have the usual internal port.
    ...(!process.env["COUNTERSIGN_INTERNAL_PORT"] && { internalPort: "off" as const }),
  };
  const stopped = stopSignal();
  const { startService } = await import("../service.ts");
  const service = await startOnPort(port, () => startService(config));
  const made = await seed(service.dependencies.ledger);
  process.stdout.write(`ready ${service.baseUrl}\n`);
  process.stdout.write(
    json
      ? `${JSON.stringify({ base_url: service.baseUrl, ...made })}\n`
      : tour(service.baseUrl, made),
  );
  await stopped;
  await service[Symbol.asyncDispose]();
}

type Seeded = Awaited<ReturnType<typeof seed>>;

async function seed(ledger: Ledger) {
  const passwordHash = await hashPassword(demoPassword);
  const alice = await makeUser(ledger, "alice", passwordHash, true);
  const bob = await makeUser(ledger, "bob", passwordHash, false);
  const web = await makeApplication(ledger, alice, {
    ...emptyDraft,
    name: "Web demonstration",
    description: "An application with a callback.",
    website: "https://web.example",
    access: "write",
    signIn: true,
    requestEmail: true,
    callbacks: ["http://127.0.0.1/callback", "http://localhost:3000/callback"],
  });
  const desktop = await makeApplication(ledger, alice, {
    ...emptyDraft,
    name: "Desktop demonstration",
    description: "An application that asks for a PIN.",
  });
  const now = Date.now();
  const granted = await ledger.grantAccess(
    {
      applicationId: web.id,
      userId: alice,
      access: "write",
      emailGranted: true,
      candidate: mintAccessTokenCandidate(randomBytes),
      now,
    },
    byCommandLine(now),
  );
  if (granted === undefined) throw new Error("the demo's access token could not be created");
  const { token, secret } = granted;
  return {
    users: [
      { user_id: alice, screen_name: "alice", password: demoPassword },
      { user_id: bob, screen_name: "bob", password: demoPassword },
    ],
    web: web.keys,
    desktop: desktop.keys,
    alice_on_web: { oauth_token: token, oauth_token_secret: secret.reveal() },
  };
}

async function makeUser(
  ledger: Ledger,
  screenName: string,
  passwordHash: PasswordHash,
  isAdmin: boolean,
): Promise<UserId> {
  const now = Date.now();
  const id = mintUserId(randomBytes);
  await ledger.createUser(
    {
      id,
      screenName,
      name: "",
      email: `${screenName}@demo.example`,
      emailVerified: true,
      passwordHash,
      isAdmin,
      now,
    },
    byCommandLine(now),
  );
  return id;
}

async function makeApplication(ledger: Ledger, ownerId: UserId, draft: ApplicationDraft) {
  const id = mintApplicationId(randomBytes);
  const created = await createApplication(
    { ledger, random: randomBytes },
    { ...draft, id, ownerId },
    byCommandLine(Date.now()),
  );
  if (typeof created === "string")
    throw new Error(`the demo application could not be created: ${created}`);
  const { consumerKey, consumerSecret } = created;
  return { id, keys: { consumer_key: consumerKey, consumer_secret: consumerSecret.reveal() } };
}

function tour(baseUrl: string, { users, web, desktop, alice_on_web: alice }: Seeded): string {
  const listed = users.map((one) => `  ${one.screen_name} / ${one.password}`).join("\n");
  return `
Nothing is stored: when you stop the demo, everything is gone.

Users (alice is an administrator)
${listed}

Pages
  ${baseUrl}/docs      developers read how to call this service
  ${baseUrl}/portal    developers manage their applications
  ${baseUrl}/account   users see and revoke the access they gave
  ${baseUrl}/admin     administrators

Web application, with callbacks at http://127.0.0.1/callback (any port) and http://localhost:3000/callback
  consumer key         ${web.consumer_key}
  consumer secret      ${web.consumer_secret}
  access token         ${alice.oauth_token}   (alice, write)
  access token secret  ${alice.oauth_token_secret}

Desktop application, which asks for a PIN
  consumer key         ${desktop.consumer_key}
  consumer secret      ${desktop.consumer_secret}

Tour

1. A bearer token for the application itself, and a call with it:
  curl -u '${web.consumer_key}:${web.consumer_secret}' -d grant_type=client_credentials ${baseUrl}/oauth2/token
  curl -H 'Authorization: Bearer TOKEN' ${baseUrl}/1.1/application/rate_limit_status.json

2. A signed call for alice (valid once, within five minutes):
  ${signedCurl("GET", `${baseUrl}/1.1/account/verify_credentials.json`, web, alice, {})}

3. A request token for the desktop application. Then open the second address with its oauth_token, sign in, and note the PIN:
  ${signedCurl("POST", `${baseUrl}/oauth/request_token`, desktop, undefined, { oauth_callback: "oob" })}
  ${baseUrl}/oauth/authorize?oauth_token=OAUTH_TOKEN

4. examples/ has the whole flow with a client library.
`;
}

/** The signature is made now. `url` has no query. */
export function signedCurl(
  method: "GET" | "POST",
  url: string,
  consumer: { consumer_key: string; consumer_secret: string },
  token: { oauth_token: string; oauth_token_secret: string } | undefined,
  parameters: Readonly<Record<string, string>>,
): string {
  const credentials = {
    consumerKey: consumer.consumer_key,
    consumerSecret: consumer.consumer_secret,
    ...(token && { token: token.oauth_token, tokenSecret: token.oauth_token_secret }),
  };
  const { authorization } = sign({ method, url }, credentials, { parameters });
  return `curl -X ${method} -H 'Authorization: ${authorization}' ${url}`;
}
