/** The gallery's pages, each at its own address, with the policy and the assets that the service sends. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before } from "node:test";
import type { Browser } from "playwright-core";
import { setPageHeaders } from "../../src/http/server/security-headers.ts";
import { exampleIcon } from "../../src/pages/gallery/example-application.ts";
import { gallery } from "../../src/pages/gallery/gallery.ts";
import { galleryFrame } from "../../src/pages/gallery/gallery-state.ts";
import { languages } from "../../src/pages/languages/languages.ts";
import { scripts } from "../../src/pages/views/scripts.ts";
import { docsStylesheet, stylesheet } from "../../src/pages/views/stylesheet.ts";
import { launchChromium } from "./chromium.ts";

export interface ShownGallery extends AsyncDisposable {
  readonly origin: string;
  hrefOf(tag: string, name: string): string;
}

const states = Object.entries(languages).flatMap(([tag, texts]) =>
  gallery(galleryFrame(texts)).map((state) => ({ ...state, path: `/${tag}/${state.name}` })),
);
const pages = new Map(states.map(({ path, page }) => [path, String(page)]));
/** Mail programs show them, and have no policy of ours. */
const emails = new Set(states.filter(({ isEmail }) => isEmail).map(({ path }) => path));

/** The names of a language's states that are pages, or HTML emails. */
export function statesIn(tag: string, kind: "pages" | "emails" = "pages"): readonly string[] {
  return [...pages.keys()]
    .filter((path) => path.startsWith(`/${tag}/`) && emails.has(path) === (kind === "emails"))
    .map((path) => path.slice(tag.length + 2));
}

/** The HTML of a state's page, for tests that need no browser. */
export function htmlOf(tag: string, name: string): string {
  return pages.get(`/${tag}/${name}`) ?? "";
}

/** A browser and the gallery, from the first to the last test of the file that calls this. */
export function galleryInBrowser(): { readonly browser: Browser } & Pick<
  ShownGallery,
  "origin" | "hrefOf"
> {
  let resources: [Browser, ShownGallery];
  before(async () => {
    resources = await Promise.all([launchChromium(), showGallery()]);
  });
  after(async () => {
    const [browser, shown] = resources;
    await browser.close();
    await shown[Symbol.asyncDispose]();
  });
  return {
    get browser() {
      return resources[0];
    },
    get origin() {
      return resources[1].origin;
    },
    hrefOf: (tag, name) => resources[1].hrefOf(tag, name),
  };
}

export async function showGallery(): Promise<ShownGallery> {
  const assets = new Map<string, { readonly type: string; readonly body: Buffer }>([
    ...[stylesheet(), docsStylesheet].map(
      ({ href, body }) => [href, { type: "text/css", body }] as const,
    ),
    ...Object.values(scripts).map(
      ({ href, body }) => [href, { type: "text/javascript", body }] as const,
    ),
  ]);
  const server = createServer((request, response) => {
    const asset = assets.get(request.url ?? "");
    if (asset !== undefined) {
      response.setHeader("content-type", `${asset.type}; charset=utf-8`).end(asset.body);
      return;
    }
    const icon = exampleIcon(request.url);
    if (icon !== undefined) {
      response.setHeader("content-type", "image/svg+xml").end(icon);
      return;
    }
    const page = pages.get(request.url ?? "");
    if (!emails.has(request.url ?? "")) {
      setPageHeaders(request, response, { script: page?.includes("<script") === true });
    }
    response.statusCode = page === undefined ? 404 : 200;
    response.setHeader("content-type", "text/html; charset=utf-8").end(page);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    hrefOf: (tag, name) => `${origin}/${tag}/${name}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
