/** Every page in every state and language, and a server that sends them with the service's policy. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exampleIcon } from "../../src/pages/gallery/example-application.ts";
import { gallery, galleryIndex } from "../../src/pages/gallery/gallery.ts";
import { galleryFrame } from "../../src/pages/gallery/gallery-state.ts";
import * as english from "../../src/pages/languages/english.ts";
import { languages as spoken } from "../../src/pages/languages/languages.ts";
import type { Texts } from "../../src/pages/languages/texts.ts";
import { scripts } from "../../src/pages/views/scripts.ts";
import { docsStylesheet, stylesheet } from "../../src/pages/views/stylesheet.ts";

const policy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

export const languages: Record<string, Texts> = {
  english,
  ...Object.fromEntries(Object.entries(spoken).filter(([, texts]) => texts !== english)),
};

/** The pages' HTML by address, which consists of the language and the state's name. */
export const pages = new Map(
  Object.entries(languages).flatMap(([language, texts]) => show(language, texts)),
);

/** Documents in which tests work, by address: one without a policy, and an empty one with the policy. */
export const places = {
  around: "/around",
  policy: "/policy",
  policyWithScript: "/policy-with-script",
};
const framed = "/framed";
/** A frame outside the screen has the same layout as a visible one, but is not painted. */
const unseen = "position: absolute; left: -9999px";
const empty = "<!doctype html><html lang=en><title>Empty</title><body>";
const documents = new Map([
  [
    places.around,
    `${empty}<iframe width="360" height="740" src="${framed}" style="${unseen}"></iframe>`,
  ],
  // It has every stylesheet.
  [framed, pages.get("/english/docs") ?? ""],
  [places.policy, empty],
  [places.policyWithScript, empty],
]);

export async function showPages(): Promise<{ readonly origin: string } & AsyncDisposable> {
  const server = createServer(({ url = "" }, response) => {
    const page = pages.get(url) ?? documents.get(url);
    if (url !== places.around && url !== framed) {
      const withScript = page?.includes("<script") || url === places.policyWithScript;
      response.setHeader(
        "Content-Security-Policy",
        policy + (withScript ? "; script-src 'self'; connect-src 'self'" : ""),
      );
    }
    const file = page === undefined ? fileOf(url) : { type: "text/html", body: page };
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    // As the service sends them: a file's name depends on its content.
    if (page === undefined) response.setHeader("Cache-Control", "max-age=31536000, immutable");
    response.setHeader("Content-Type", `${file.type}; charset=utf-8`).end(file.body);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}

function fileOf(
  url: string,
): { readonly type: string; readonly body: string | Buffer } | undefined {
  const script = Object.values(scripts).find((one) => one.href === url);
  if (script !== undefined) return { type: "text/javascript", body: script.body };
  const style = [stylesheet(), docsStylesheet].find((one) => one.href === url);
  if (style !== undefined) return { type: "text/css", body: style.body };
  const icon = exampleIcon(url);
  return icon === undefined ? undefined : { type: "image/svg+xml", body: icon };
}

function show(language: string, texts: Texts): [string, string][] {
  const frame = galleryFrame(texts);
  const states = gallery(frame)
    .filter(({ isEmail }) => !isEmail)
    .map(({ name, page }) => [`/${language}/${name}`, page] as const);
  const index = galleryIndex(
    frame,
    states.map(([path]) => path),
    (path) => path,
  );
  return [...states, [`/${language}`, index] as const].map(([path, page]) => [path, String(page)]);
}
