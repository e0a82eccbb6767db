/** Runs nginx in a temporary directory; the machine's own nginx is neither used nor changed. */
import type { Gateway } from "./gateway.ts";
import { startGateway } from "./gateway.ts";

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

const folders = `http {
    access_log off;
    client_body_temp_path {dir}/body;
    proxy_temp_path {dir}/proxy;
    fastcgi_temp_path {dir}/fastcgi;
    uwsgi_temp_path {dir}/uwsgi;
    scgi_temp_path {dir}/scgi;
`;
