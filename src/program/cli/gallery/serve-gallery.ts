import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "../../../http/server/node-http.ts";
import { contentTypes } from "../../../http/server/outgoing.ts";
import { exampleIcon } from "../../../pages/gallery/example-application.ts";
import { gallery, galleryIndex } from "../../../pages/gallery/gallery.ts";
import { languages } from "../../../pages/languages/languages.ts";
import { pseudo } from "../../../pages/languages/pseudo.ts";
import type { Texts } from "../../../pages/languages/texts.ts";
import { appearanceOf } from "../../../pages/views/appearance.ts";
import { iconPath } from "../../../pages/views/mark.ts";
import { Failed } from "../outcome.ts";
import { configFromEnvironment } from "../stores.ts";

/** Serves every page in every state until a signal ends it. Throws `Failed` if the port cannot be used. */
export async function serveGallery(port: number): Promise<void> {
  const look = appearanceOf(configFromEnvironment());
  const frameIn = (texts: Texts) => ({ ...look.frame, texts, here: "/account" });
  const pages = new Map<string, string>();
  for (const texts of [...look.languages.map((tag) => languages[tag]), pseudo]) {
    const folder = texts === pseudo ? "pseudo" : texts.language.tag;
    for (const { name, page } of gallery(frameIn(texts))) {
      pages.set(`/${folder}/${name}`, page.toString());
    }
  }
  const names = [...pages.keys()].map((path) => path.slice(1));
  const index = galleryIndex(frameIn(pseudo), names, (name) => `/${name}`);
  pages.set("/", index.toString());
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? "");
    const asset = request.url === iconPath ? look.icon : look.assets.get(request.url ?? "");
    const icon = exampleIcon(request.url);
    if (icon !== undefined) response.writeHead(200, { "content-type": contentTypes.svg }).end(icon);
    else if (asset !== undefined)
      response.writeHead(200, { "content-type": contentTypes[asset.type] }).end(asset.body);
    else if (page === undefined) response.writeHead(404).end("There is no such page.");
    else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
  });
  server.listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failed(`port ${port} cannot be used (${reason}); choose another with --port`);
  }
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      server.close();
      server.closeAllConnections();
    });
  }
}
