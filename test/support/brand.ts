/** A brand: the files and settings with which an administrator makes the pages their own. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** It contains a script that leaves a mark on the document in which it runs. */
export const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 32">
<style>rect { fill: #7a1fa2 }</style><rect width="96" height="32" rx="16"/>
<script>document.documentElement.setAttribute("data-ran", "yes")</script>
</svg>`;

export const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** The meaning of the levels for this administrator's APIs. */
export const accessTexts = {
  en: { read: "See your calendar", write: "Add & change events" },
  es: { read: "Ver tu calendario", write: "Añadir y cambiar eventos" },
  ar: { read: "الاطلاع على تقويمك", write: "إضافة المواعيد وتغييرها" },
};

export interface Brand extends Disposable {
  readonly directory: string;
  /** Environment variables without their prefix. */
  readonly settings: Readonly<Record<string, string>>;
}

export function makeBrand(): Brand {
  const directory = mkdtempSync(join(tmpdir(), "countersign-brand-"));
  const written = (name: string, content: string | Buffer) => {
    writeFileSync(join(directory, name), content);
    return join(directory, name);
  };
  written("logo.png", png);
  written("logo-dark.svg", logo.replace("#7a1fa2", "#e0b0ff"));
  return {
    directory,
    settings: {
      SERVICE_NAME: "Example ID",
      LOGO: written("logo.svg", logo),
      ACCENT: "#7a1fa2",
      SUPPORT_URL: "https://example.com/support",
      TERMS_URL: "https://example.com/terms?of=use&for=all",
      PRIVACY_URL: "https://example.com/privacy",
      ACCESS_TEXTS: written("access-texts.json", JSON.stringify(accessTexts)),
      STYLESHEET: written("brand.css", ".service { letter-spacing: 2px; }\n"),
    },
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}
