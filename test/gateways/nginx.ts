/** Runs nginx in a temporary directory; the machine's own nginx is neither used nor changed. */
import { freePort } from "../support/free-port.ts";
import { guideBlock } from "../support/guide-block.ts";
import type { TestService } from "../support/service.ts";
import { type Api, type Gateway, startGateway } from "./gateway.ts";

/** `files`: `nginx.conf`, and the files that it includes. */
export function startNginx(
  files: Readonly<Record<string, string>>,
  port: number,
): Promise<Gateway> {
  const main = files["nginx.conf"] ?? "";
  return startGateway(
    "nginx",
    [
      ...["-p", "{dir}", "-c", "{dir}/nginx.conf", "-e", "stderr"],
      ...["-g", "daemon off; master_process off; pid {dir}/pid; error_log stderr;"],
    ],
    { ...files, "nginx.conf": main.replace("http {\n", folders) },
    port,
  );
}

/** The guide's configuration without TLS and with these changes, on a free port, in front of the API. */
export async function startGuideNginx(
  { internalUrl }: TestService,
  api: Api,
  changes: Readonly<Record<string, string>> = {},
): Promise<Gateway> {
  const port = await freePort();
  const files = {
    "nginx.conf": guideBlock("gateways/nginx", "nginx.conf", {
      ...changes,
      "127.0.0.1:8081": new URL(internalUrl ?? "").host,
      "127.0.0.1:9000": api.address,
      "listen 443 ssl": `listen 127.0.0.1:${port}`,
      "ssl_certificate     /etc/ssl/api.example.com.pem;": "",
      "ssl_certificate_key /etc/ssl/api.example.com.key;": "",
    }),
    "countersign-protect.conf": guideBlock("gateways/nginx", "countersign-protect.conf"),
  };
  return startNginx(files, port);
}

const folders = `http {
    access_log off;
    client_body_temp_path {dir}/body;
    proxy_temp_path {dir}/proxy;
    fastcgi_temp_path {dir}/fastcgi;
    uwsgi_temp_path {dir}/uwsgi;
    scgi_temp_path {dir}/scgi;
`;
