/** The gateways that Debian packages, configured with the text of docs/guide/gateways, ending TLS or without it. */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { guideBlock } from "../support/guide-block.ts";
import type { TestCertificate } from "../support/tls.ts";
import { origin as usual } from "./cases.ts";
import { type Gateway, missing, startGateway } from "./gateway.ts";
import { startNginx } from "./nginx.ts";

export interface Ports {
  readonly port: number;
  /** Hosts with ports. */
  readonly countersign: string;
  readonly api: string;
  /** The API's, as its clients sign it. */
  readonly origin?: string;
  /** What a location without words of its own asks for, such as `context=user`. */
  readonly requires?: string;
}

export interface ConfiguredGateway {
  readonly skip: string | false;
  /** Whether the gateway can pass a form to Countersign. */
  readonly forms: boolean;
  start(ports: Ports, tls: TestCertificate | undefined): Promise<Gateway>;
}

export const nginx: ConfiguredGateway = {
  skip: missing("nginx"),
  forms: false,
  start: ({ port, countersign, api, origin = usual, requires = "" }, tls) =>
    startNginx(
      {
        "nginx.conf": guideBlock("gateways/nginx", "nginx.conf", {
          "127.0.0.1:8081": countersign,
          "127.0.0.1:9000": api,
          "https://api.example.com": origin,
          'set $countersign_requires "";': `set $countersign_requires "${requires}";`,
          ...nginxTls(port, tls),
        }),
        "countersign-protect.conf": guideBlock("gateways/nginx", "countersign-protect.conf"),
      },
      port,
    ),
};

export const njs: ConfiguredGateway = {
  skip: missing("nginx", "/usr/lib/nginx/modules/ngx_http_js_module.so"),
  forms: true,
  start: ({ port, countersign, api, origin = usual, requires = "" }, tls) =>
    startNginx(
      {
        "nginx.conf": guideBlock("gateways/njs", "nginx-njs.conf", {
          "127.0.0.1:8081": countersign,
          "127.0.0.1:9000": api,
          "https://api.example.com": origin,
          'set $countersign_requires "";': `set $countersign_requires "${requires}";`,
          "/etc/nginx/njs": "{dir}",
          ...nginxTls(port, tls),
        }),
        "countersign.js": guideBlock("gateways/njs", "countersign.js"),
      },
      port,
    ),
};

export const caddy: ConfiguredGateway = {
  skip: missing("caddy"),
  forms: false,
  start: ({ port, countersign, api, origin = usual, requires = "" }, tls) =>
    startGateway(
      "caddy",
      ["run", "--config", "{dir}/Caddyfile", "--adapter", "caddyfile"],
      {
        Caddyfile: guideBlock("gateways/caddy", "Caddyfile", {
          "https://api.example.com {":
            tls === undefined
              ? `http://:${port} {\n\tbind 127.0.0.1`
              : `https://api.example.com:${port} {\n\tbind 127.0.0.1\n\ttls ${tls.certificate} ${tls.key}`,
          "https://api.example.com\n": `${origin}\n`,
          'import countersign ""': `import countersign "${requires}"`,
          "admin off": "admin off\n\tauto_https disable_redirects",
          "127.0.0.1:8081": countersign,
          "127.0.0.1:9000": api,
        }),
      },
      port,
    ),
};

export const haproxy: ConfiguredGateway = {
  skip: missing("haproxy"),
  forms: true,
  start: ({ port, countersign, api, origin = usual, requires }, tls) =>
    startGateway(
      "haproxy",
      ["-db", "-f", "{dir}/haproxy.cfg"],
      {
        "haproxy.cfg": guideBlock("gateways/haproxy", "haproxy.cfg", {
          "bind :443 ssl crt /etc/haproxy/api.example.com.pem":
            tls === undefined
              ? `bind 127.0.0.1:${port}`
              : `bind 127.0.0.1:${port} ssl crt {dir}/api.pem`,
          "/etc/haproxy": "{dir}",
          [before]:
            requires === undefined
              ? before
              : `    http-request set-var(txn.countersign_requires) str("${requires}")\n${before}`,
          "127.0.0.1:9000": api,
        }),
        "countersign.lua": guideBlock("gateways/haproxy", "countersign.lua", {
          "127.0.0.1:8081": countersign,
          "https://api.example.com": origin,
        }),
        ...(tls && {
          "api.pem": [tls.certificate, tls.key]
            .map((path) => readFileSync(path, "utf8"))
            .join("\n"),
        }),
      },
      port,
    ),
};

const modules = "/usr/lib/nginx/modules";

/**
 * The plugin for Kong, in nginx's Lua module. Debian has neither Kong nor `resty.http`; what the plugin uses of them is
 * in `kong/`.
 */
export const kong: ConfiguredGateway = {
  skip: missing("nginx", `${modules}/ngx_http_lua_module.so`, "/usr/share/lua/5.1/resty/core.lua"),
  forms: true,
  start({ port, countersign, api, origin = usual, requires }) {
    const [, buffer = ""] =
      /nginx_http_client_body_buffer_size = (\w+)/.exec(guideBlock("gateways/kong", "kong.conf")) ??
      [];
    const routes = guideBlock("gateways/kong", "kong.yml");
    const [, secret = ""] = /secret: (\S+)/.exec(routes) ?? [];
    const [, timeline = ""] = /requires: (\S+)/.exec(routes) ?? [];
    const values = {
      BODY_BUFFER: buffer,
      ENDPOINT: `endpoint = "http://${countersign}/gateway/kong"`,
      API_REQUIRES: requires === undefined ? "" : `requires = "${requires}"`,
      TIMELINE_REQUIRES: timeline,
      ORIGIN: origin,
      SECRET: secret,
      API: api,
      PORT: String(port),
    };
    const file = (name: string) =>
      readFileSync(new URL(`kong/${name}`, import.meta.url), "utf8").replace(
        /\b(?:BODY_BUFFER|ENDPOINT|API_REQUIRES|TIMELINE_REQUIRES|ORIGIN|SECRET|API|PORT)\b/g,
        (name) => values[name as keyof typeof values],
      );
    const files = {
      "nginx.conf": file("nginx.conf"),
      "kong.lua": file("kong.lua"),
      "resty-http.lua": file("resty-http.lua"),
      // A busy machine needs longer.
      "handler.lua": guideBlock("gateways/kong", "handler.lua", {
        "2000, 2000, 2000": "20000, 20000, 20000",
      }),
      "schema.lua": guideBlock("gateways/kong", "schema.lua"),
    };
    return startNginx(files, port);
  },
};

/** The plugin for Tyk, compiled with the small gateway in `tyk/`. Debian doesn't have Tyk. */
export const tyk: ConfiguredGateway = {
  skip: missing("go"),
  forms: true,
  async start({ port, countersign, api, origin = usual, requires = "context=any" }) {
    const directory = mkdtempSync(join(tmpdir(), "countersign-tyk-"));
    try {
      copyFileSync(new URL("tyk/gateway.go", import.meta.url), join(directory, "gateway.go"));
      writeFileSync(
        join(directory, "countersign.go"),
        guideBlock("gateways/tyk", "countersign.go", {
          "127.0.0.1:8081": countersign,
          "https://api.example.com": origin,
          'return "context=any"': `return "${requires}"`,
          // A busy machine needs longer.
          "2 * time.Second": "20 * time.Second",
          "func main() {}": "",
        }),
      );
      execFileSync("go", ["build", "-o", "gateway", "gateway.go", "countersign.go"], {
        cwd: directory,
        env: { ...process.env, CGO_ENABLED: "0", GO111MODULE: "off" },
      });
      // The directory can go once the program runs.
      return await startGateway(join(directory, "gateway"), [`127.0.0.1:${port}`, api], {}, port);
    } finally {
      rmSync(directory, { recursive: true });
    }
  },
};

const before =
  '    http-request set-var(txn.countersign_requires) str("context=user&limit=timeline")';

function nginxTls(port: number, tls: TestCertificate | undefined): Record<string, string> {
  const listens = `listen 127.0.0.1:${port}`;
  const certificate = "ssl_certificate     /etc/ssl/api.example.com.pem;";
  const key = "ssl_certificate_key /etc/ssl/api.example.com.key;";
  if (tls === undefined) return { "listen 443 ssl": listens, [certificate]: "", [key]: "" };
  return {
    "listen 443 ssl": `${listens} ssl`,
    [certificate]: `ssl_certificate ${tls.certificate};`,
    [key]: `ssl_certificate_key ${tls.key};`,
  };
}
