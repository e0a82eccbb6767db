import { resolve } from "node:path";
import { typedText } from "../domain/typed-text.ts";
import { readHttps } from "./branding.ts";
import { type ConfigRow, list, oneOf } from "./row.ts";

/** In the bar of the documentation there is room for so many. */
const maxLinks = 4;
const maxTitle = 30;

export interface DocsLink {
  readonly title: string;
  readonly href: string;
}

export const documentationRows = {
  publicDocs: {
    name: "PUBLIC_DOCS",
    meaning:
      "Whether readers who aren't signed in can read the documentation at /docs, and search engines can list it.",
    shape: "on, off",
    example: "on",
    default: "off",
    read: (text) => oneOf(text, ["on", "off"]),
  },
  docsLinks: {
    name: "DOCS_LINKS",
    meaning:
      "Links in the bar of the documentation, such as your API reference and your status page, in this order.",
    shape: `TITLE=URL, separated by commas; at most ${maxLinks}, with titles of up to ${maxTitle} characters and HTTPS URLs, in which a comma is %2C`,
    example: "API reference=https://api.example.com/reference,Status=https://status.example.com/",
    default: "",
    read: readLinks,
  },
  docsDir: {
    name: "DOCS_DIR",
    meaning:
      "Your own pages of the documentation: files of Markdown that begin with front matter (`title`, `description`, `order`). `orders.md` is the page /docs/orders. Read at startup and on SIGHUP; a file that can't be used prevents the start, or changes nothing.",
    shape: "the path of a folder with at most 100 files of up to 100 KB, 1000 KB together",
    example: "/etc/countersign/docs",
    default: "",
    read: (text) => resolve(text),
  },
} as const satisfies Record<string, ConfigRow>;

function readLinks(text: string): readonly DocsLink[] {
  const links = list(text).map(readLink);
  if (links.length > maxLinks) throw new Error(`it has more than ${maxLinks} links`);
  return links;
}

function readLink(text: string): DocsLink {
  const at = text.indexOf("=");
  if (at < 1) throw new Error(`${JSON.stringify(text)} is not TITLE=URL`);
  const title = typedText(text.slice(0, at));
  if (title === "" || [...title].length > maxTitle) {
    throw new Error(`the title of ${JSON.stringify(text)} has not 1 to ${maxTitle} characters`);
  }
  return { title, href: readHttps(text.slice(at + 1).trim()) };
}
