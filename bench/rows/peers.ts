import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Gateway, missing, startGateway } from "../../test/gateways/gateway.ts";
import { startNginx } from "../../test/gateways/nginx.ts";
import { basicHeader } from "../../test/support/flow.ts";
import { freePort } from "../../test/support/free-port.ts";
import { httpRequest } from "../load/request.ts";
import { firstApplication, type Load, loads } from "../loads.ts";
import type { OidcProvider } from "../peers/oidc-provider.ts";
import { interleaved } from "../rounds.ts";
import { startForked } from "../servers/forked.ts";
import { pin } from "../servers/pin.ts";
import { childOf } from "../servers/proc.ts";
import type { Server } from "../servers/server.ts";
import { openTokensFile } from "../store/tokens-file.ts";
import { type Bench, comparison, type Row } from "./row.ts";

const phpFpm = "php-fpm8.2";
const oidcProvider = "oidc-provider@9";

/**
 * What others serve of the same, in place of the floor: each with its secrets in memory and nothing durable. A peer
 * that is not installed is left out with a line; `oidc-provider` is fetched by npm into the run's own directory.
 */
export async function peers(bench: Bench): Promise<readonly Row[]> {
  const known = await secretsOf(bench);
  const rows: Row[] = [];
  await compare("OAuthLib behind gunicorn, signed use", loads.signed, missing("gunicorn"), () =>
    startOauthlib(bench, known),
  );
  const lacking = missing(phpFpm) || missing("nginx");
  await compare("PECL OAuthProvider behind nginx, signed use", loads.signed, lacking, () =>
    startPhp(known),
  );
  await compare("oidc-provider, client credentials", loads["oauth2-token"], false, () =>
    startOidcProvider(bench),
  );
  return rows;

  async function compare(
    name: string,
    load: Load,
    lacks: string | false,
    start: () => Promise<Server>,
  ): Promise<void> {
    if (lacks !== false) {
      process.stderr.write(`  ${name}: skipped, ${lacks}\n`);
      return;
    }
    await using peer = await start();
    const plan = await load.plan(bench);
    const theirs = load === loads.signed ? plan : clientCredentials(bench);
    const sides = [
      { server: peer, plan: theirs, takesRepeats: false },
      { server: bench.service, plan, takesRepeats: false },
    ];
    const { generator, options } = bench;
    const rounds = await interleaved(generator, sides, load.connections, options.pace);
    rows.push(comparison(name, load.connections, rounds));
  }
}

interface Secrets {
  readonly origin: string;
  /** What a request that is accepted gets. */
  readonly body: string;
  readonly consumers: Readonly<Record<string, string>>;
  readonly tokens: Readonly<Record<string, string>>;
}

async function secretsOf({ generator, service, store, ...bench }: Bench): Promise<Secrets> {
  await generator.prepare(await loads.signed.plan({ ...bench, service, store }), 1);
  const [answer] = await generator.record(service.port);
  using file = openTokensFile(store.tokensFile);
  const tokens = Array.from({ length: file.count }, (_, at) => file.read(at));
  return {
    origin: service.origin,
    body: answer?.body ?? "",
    consumers: Object.fromEntries(
      store.applications.map(({ consumerKey, consumerSecret }) => [consumerKey, consumerSecret]),
    ),
    tokens: Object.fromEntries(tokens.map(({ token, secret }) => [token, secret])),
  };
}

async function startOauthlib({ directory }: Bench, secrets: Secrets): Promise<Server> {
  const port = await freePort();
  const file = join(directory, "secrets.json");
  writeFileSync(file, JSON.stringify(secrets));
  const gateway = await startGateway(
    "gunicorn",
    [
      ...["--bind", `127.0.0.1:${port}`, "--worker-class", "gthread", "--workers", "1"],
      ...["--threads", "64", "--keep-alive", "60", "--worker-connections", "1000"],
      "oauthlib_provider:application",
    ],
    { "oauthlib_provider.py": peerFile("oauthlib_provider.py") },
    port,
    { SECRETS: file },
  );
  return workerOf(gateway, port);
}

/** One worker, so that it has a core as the service has; the request comes to it through nginx. */
async function startPhp(secrets: Secrets): Promise<Server> {
  const fpmPort = await freePort();
  const fpm = await startGateway(
    phpFpm,
    ["--nodaemonize", "--allow-to-run-as-root", "--fpm-config", "{dir}/fpm.conf"],
    {
      "fpm.conf": [
        "[global]\nerror_log = {dir}/fpm.log\n[peer]",
        `listen = 127.0.0.1:${fpmPort}`,
        "user = root\ngroup = root\npm = static\npm.max_children = 1",
        "php_admin_value[opcache.enable] = 1\n",
      ].join("\n"),
      "provider.php": peerFile("provider.php"),
      "secrets.php": `<?php return json_decode(${phpText(JSON.stringify(secrets))}, true);\n`,
    },
    fpmPort,
  );
  const port = await freePort();
  const nginx = await startNginx(
    {
      "nginx.conf": `events {}
http {
    server {
        listen 127.0.0.1:${port};
        keepalive_requests 100000000;
        location / {
            fastcgi_pass 127.0.0.1:${fpmPort};
            fastcgi_param SCRIPT_FILENAME ${fpm.directory}/provider.php;
            fastcgi_param REQUEST_METHOD $request_method;
            fastcgi_param REQUEST_URI $request_uri;
            fastcgi_param QUERY_STRING $query_string;
            fastcgi_param CONTENT_TYPE $content_type;
            fastcgi_param CONTENT_LENGTH $content_length;
        }
    }
}
`,
    },
    port,
  );
  const worker = workerOf(fpm, port);
  return {
    port,
    pid: worker.pid,
    async [Symbol.asyncDispose]() {
      await nginx[Symbol.asyncDispose]();
      await worker[Symbol.asyncDispose]();
    },
  };
}

async function startOidcProvider(bench: Bench): Promise<Server> {
  const folder = join(bench.directory, "peer");
  execFileSync(
    "npm",
    ["install", "--prefix", folder, "--no-save", "--ignore-scripts", oidcProvider],
    {
      stdio: "ignore",
    },
  );
  const module = pathToFileURL(join(folder, "node_modules/oidc-provider/lib/index.js")).href;
  const { consumerKey, consumerSecret } = firstApplication(bench.store);
  const message: OidcProvider = { module, application: { consumerKey, consumerSecret } };
  return startForked(new URL("../peers/oidc-provider.ts", import.meta.url), { ...message });
}

function clientCredentials({ service: { origin }, store }: Bench) {
  const headers = { authorization: basicHeader(firstApplication(store)) };
  const form = "grant_type=client_credentials";
  const request = httpRequest("POST", origin, "/token", headers, form);
  return { kind: "fixed", request } as const;
}

/** The process that a manager of processes has started, which does the work. */
function workerOf(manager: Gateway, port: number): Server {
  const pid = childOf(manager.pid) ?? manager.pid;
  pin(pid, "the server's");
  return { port, pid, [Symbol.asyncDispose]: () => manager[Symbol.asyncDispose]() };
}

function peerFile(name: string): string {
  return readFileSync(new URL(`../peers/${name}`, import.meta.url), "utf8");
}

function phpText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
