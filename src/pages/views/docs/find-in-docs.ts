/** The search over the documentation: its words in the titles, the headings, and the texts of the pages. */
import type { Docs, DocsGroup, DocsPage } from "./page.ts";
import { docsHref } from "./page.ts";
import { languages, programFor } from "./programs.ts";

/** A part of a page, below one of its headings. */
interface Part {
  readonly href: string;
  readonly title: string;
  /** Empty before the first heading. */
  readonly heading: string;
  readonly text: string;
  readonly folded: { readonly title: string; readonly heading: string; readonly text: string };
}

export interface FoundPart extends Pick<Part, "href" | "title" | "heading"> {
  /** The text around the first word, which stands between the other two. */
  readonly excerpt: readonly [before: string, word: string, after: string];
}

/** In characters. */
export const maxQuery = 100;
const maxWords = 8;
const maxFound = 20;
const around = 80;
/** In characters. An excerpt ends between words, unless that would cut more than this. */
const maxCutWord = 30;

/** What contains all the words, the titles first. The time grows with the length of the texts, and no faster. */
export function findInDocs(docs: Docs, query: string): readonly FoundPart[] {
  const words = fold(query.slice(0, maxQuery))
    .split(/\s+/, maxWords)
    .filter((one) => one !== "");
  if (words.length === 0) return [];
  return partsOf(docs)
    .map((part) => ({ part, score: scoreOf(part, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, maxFound)
    .map(({ part: { href, title, heading, text, folded } }) => {
      const [word = "", at = 0] = firstOf(folded.text, words);
      const end = at + word.length;
      return {
        href,
        title,
        heading,
        excerpt: [before(text, at), text.slice(at, end), after(text, end)],
      };
    });
}

function before(text: string, at: number): string {
  if (at <= around) return text.slice(0, at);
  const part = text.slice(at - around, at);
  const space = part.slice(0, maxCutWord).indexOf(" ");
  return `…${part.slice(space + 1)}`;
}

function after(text: string, at: number): string {
  if (text.length - at <= around) return text.slice(at);
  const part = text.slice(at, at + around);
  const space = part.lastIndexOf(" ");
  return `${space < around - maxCutWord ? part : part.slice(0, space)}…`;
}

/** 0 if a word is missing. One that stands alone counts more than a part of another, as 32 in a timestamp. */
function scoreOf({ folded: { title, heading, text } }: Part, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    const of = (place: string, most: number) =>
      place.includes(word) ? (standsAlone(place, word) ? most : most / 3) : 0;
    const found = of(heading, 9) + of(text, 1) + of(title, 4);
    if (found === 0) return 0;
    score += found;
  }
  return score;
}

function standsAlone(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) return true;
  }
  return false;
}

function isLetter(character = " "): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}

function firstOf(text: string, words: readonly string[]): readonly [string?, number?] {
  const places = words.map((word) => [word, text.indexOf(word)] as const);
  return places.filter(([, at]) => at !== -1).sort(([, one], [, other]) => one - other)[0] ?? [];
}

/** They are read out of the pages once, until the administrator's own pages are read again, or a limit changes. */
const read = new WeakMap<
  readonly DocsGroup[],
  { readonly limits: string; readonly parts: readonly Part[] }
>();

function partsOf(docs: Docs): readonly Part[] {
  const limits = JSON.stringify([docs.limits, docs.failures]);
  const found = read.get(docs.groups);
  if (found?.limits === limits) return found.parts;
  const pages = docs.groups.flatMap((group) => group.pages);
  const parts = [...pages.flatMap((page) => partsOfPage(page, docs)), ...programsOf(pages)];
  read.set(docs.groups, { limits, parts });
  return parts;
}

/** What a page has for everyone. */
function partsOfPage(page: DocsPage, docs: Docs): readonly Part[] {
  const everyone: Docs = { ...docs, viewer: undefined, own: undefined };
  const intro = part(
    page,
    "",
    "",
    `${page.description} ${textIn(String(page.intro ?? ""))}`.trim(),
  );
  return [
    intro,
    ...page.sections.flatMap(({ id, title, content }) => {
      // Every heading of a section that has an id begins a part of its own, as does each error.
      const [own = "", ...others] = String(content(everyone)).split(/<(?:h3|span) id="/);
      return [
        part(page, title, `#${id}`, textIn(own)),
        ...others.map((one) => {
          const [, anchor = "", heading = "", rest = ""] =
            /^([^"]*)"[^>]*>([\s\S]*?)<\/(?:h3|span)>([\s\S]*)$/.exec(one) ?? [];
          return part(page, textIn(heading), `#${anchor}`, textIn(rest));
        }),
      ];
    }),
  ];
}

/** In every language, and of a task that several pages have, on the first of them. */
function programsOf(pages: readonly DocsPage[]): readonly Part[] {
  const tasks = new Set<string>();
  return pages.flatMap((page) => {
    const task = page.programs?.task;
    if (task === undefined || tasks.has(task)) return [];
    tasks.add(task);
    return languages.flatMap((language) => {
      const program = programFor(task, language);
      if (program === undefined) return [];
      const text = [program.code, ...program.install, program.run].join(" ").replace(/\s+/g, " ");
      return [part(page, language.title, `?lang=${language.id}#program`, text)];
    });
  });
}

function part(page: DocsPage, heading: string, end: string, words: string): Part {
  const { title } = page;
  const href = `${docsHref(page)}${end}`;
  const text = words.normalize("NFC");
  const folded = { title: fold(title), heading: fold(heading), text: fold(text) };
  return { href, title, heading, text, folded };
}

/**
 * Our markup has no `<` and no `&` in its texts but those that begin a tag or a numbered character. Tags within a word
 * leave it whole.
 */
function textIn(markup: string): string {
  return markup
    .replace(/<\/?(?:a|bdi|code|em|mark|s|span|strong|wbr)(?: [^>]*)?>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, " ")
    .trim();
}

/** Letters of composed text keep their places, so that an excerpt is found by them. Hangul carries no accents. */
function fold(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[^\0-\x7f\uac00-\ud7a3]/g, (one) => {
      const [base = one] = one.normalize("NFD");
      return base.length === one.length ? base : one;
    })
    .toLowerCase();
}
