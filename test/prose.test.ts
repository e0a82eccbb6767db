/** Documents have short sentences, and none of the words that an editor would replace. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import ts from "typescript";

const guides = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...globSync("docs/guide/**/*.md")];
/** In words. GOV.UK's style guide bounds sentences at 25; ours name more things. */
const maxMedian = 20;
const maxWords = 45;

for (const path of guides) {
  test(`${path}: its sentences are short`, () => {
    const lengths = sentencesOf(readFileSync(path, "utf8")).map(
      (sentence) => [wordsIn(sentence), sentence] as const,
    );
    const long = lengths.filter(([words]) => words > maxWords);
    assert.deepEqual(long, []);
    const sorted = lengths.map(([words]) => words).sort((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    assert.ok(median <= maxMedian, `the median sentence has ${median} words`);
  });
}

/** What an editor replaces, and with what. */
const replacedWords: readonly (readonly [RegExp, string])[] = [
  [/\b(?:some|any|every)body\b|\bnobody\b/i, "someone, anyone, everyone, no one"],
  [/\b(?:whoever|whatever|hence)\b/i, "a plain sentence"],
  [/\bin (?:the )?clear\b/i, "in plain text"],
  [/\b(?:goes|go|went|going) on\b/i, "continue"],
  [/\b(?:this once|once more|for good)\b/i, "again, permanently"],
  [/\bsome \d/i, "about"],
  [/\d %/, "a number and its percent sign without a space"],
  [/\blook-ups?\b/i, "lookup"],
  [/\b(?:neighbour|licence|recognis|organis|learnt\b)/i, "American spelling"],
  [/\bany more\b[.,;:)]/i, "anymore"],
  [/\bledgers?\b/i, "database, unless it is the name in code"],
  [/\bsays so\b(?! (?:itself|in|and))/i, "a plain sentence"],
];
/** Messages, help and pages also have a caller who gets a response, and not an answer. */
const replacedInTexts: readonly (readonly [RegExp, string])[] = [
  ...replacedWords,
  [/\b(?:answers|answered)\b(?! earlier invitations)/i, "respond, return"],
  [/(?<!here )\bis no (?!longer\b|more\b)/i, "isn't a"],
  [/\bwhichever\b/i, "a plain sentence"],
  [/\b(?:person|people)\b/i, "user, users"],
];
/** Guides are for people who meet the project here, so they avoid what the code and the decisions may say. */
const replacedInGuides: readonly (readonly [RegExp, string])[] = [
  [/\b(?:is|are|was|were) answered\b|\banswers? (?:with )?\d{3}\b/i, "return, get"],
  [/\bhas the reasons\b/i, "See … for the reasons"],
  [/\brejects to\b/i, "doesn't, can't, fails to"],
];

for (const path of globSync(["*.md", "docs/**/*.md", "packages/*/README.md", "bench/*.md"])) {
  // These list texts of others: titles of tests and of cases, and lines of code.
  if (["docs/evidence/conformance.md", "docs/evidence/coverage.md"].includes(path)) continue;
  test(`${path}: none of the words that an editor would replace`, () => {
    const words = [...replacedWords, ...(guides.includes(path) ? replacedInGuides : [])];
    const prose = withoutCode(readFileSync(path, "utf8"));
    const problems = words.flatMap(([word, now]) => {
      const one = new RegExp(`.{0,30}(?:${word.source}).{0,20}`, word.flags).exec(prose);
      return one === null ? [] : [`${one[0]} → ${now}`];
    });
    assert.deepEqual(problems, []);
  });
}

test("messages, help and pages: none of the words that an editor would replace", () => {
  const files = globSync(["src/**/*.ts", "packages/*/src/**/*.ts"], {
    exclude: ["**/*.test.ts", "src/storage/contract/*", "src/pages/languages/{arabic,spanish}/**"],
  });
  const problems = files.flatMap((path) =>
    textsIn(path).flatMap((text) =>
      replacedInTexts.flatMap(([word, now]) =>
        word.test(text) ? [`${path}: ${text} → ${now}`] : [],
      ),
    ),
  );
  assert.deepEqual(problems, []);
});

test("a sentence ends at a full stop, not within code, a number, an abbreviation or a version", () => {
  assert.deepEqual(
    sentencesOf(
      [
        "# A heading. No sentence",
        "Run `a. B` with version 1.2.3, e.g. HMAC-SHA1. It takes",
        "about 2.5 s (see [the guide](a.b. C)). Does it? Yes!",
        "",
        "- a list: it has one. And two",
        "  on two lines.",
        "- another item",
        "",
        "| a table. | No sentence. |",
        "",
        "```sh",
        "No. Sentence.",
        "```",
        "",
        "The end",
      ].join("\n"),
    ),
    [
      "Run code with version 1.2.3, e.g. HMAC-SHA1.",
      "It takes about 2.5 s (see the guide).",
      "Does it?",
      "Yes!",
      "a list: it has one.",
      "And two on two lines.",
      "another item",
      "The end",
    ],
  );
});

/**
 * The sentences of the paragraphs and list items of a Markdown text, without code blocks, tables, headings, HTML and
 * what links lead to. A code span, or a list of them, counts as one word.
 */
function sentencesOf(markdown: string): string[] {
  const prose = withoutCode(markdown)
    .replace(/^ *[<#|].*$/gm, "\n")
    .replace(/code(?:,\s+code)+(?:,?\s+(?:and|or)\s+code)?/g, "code")
    .replace(/[*_]{1,2}(?=\S)([^*_]+)[*_]{1,2}/g, "$1")
    .replace(/^ *(?:[-*]|\d+\.) /gm, "\n");
  return prose
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
    .flatMap((paragraph) =>
      paragraph.split(
        /(?<!\b(?:e\.g|i\.e|vs|etc)\.)(?<=[.?!][)"”’]*) (?=[A-Z(“"]|code\b|\w+\.md\b)/,
      ),
    )
    .filter((sentence) => sentence !== "");
}

/** The string literals of a file, and the parts of its templates, that have a space and are neither SQL nor HTML. */
function textsIn(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest);
  const texts: string[] = [];
  collect(source);
  return texts.filter(
    (text) => text.includes(" ") && !/[<>]|\b(?:select|update|insert)\b/.test(text),
  );

  function collect(node: ts.Node): void {
    if (ts.isImportDeclaration(node)) return;
    if (
      ts.isLiteralExpression(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    ) {
      texts.push(node.text);
    }
    ts.forEachChild(node, collect);
  }
}

/** Without code blocks, comments and what links lead to, and with "code" in place of each code span. */
function withoutCode(markdown: string): string {
  return markdown
    .replace(/^ *```.*?^ *```$/gms, "\n")
    .replace(/^<!--.*?-->$/gms, "")
    .replace(/`[^`]*`/g, "code")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1");
}

function wordsIn(sentence: string): number {
  return sentence.match(/[\p{L}\p{N}][\p{L}\p{N}'’./:-]*/gu)?.length ?? 0;
}
