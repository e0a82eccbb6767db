/** Pages may only be left out if other pages have everything that they have. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { everyElementOnce, everyTextOnce, fewThatHaveAll, oneOfEachStructure } from "./alike.ts";

const pages = (...html: string[]) => html.map((one, at) => [String(at), one] as const);
const page = '<main><form><label for="a">Name</label><input id="a"></form><p>Well</p></main>';

test("pages that differ in their words alone are one structure", () => {
  const html = '<html lang="en" dir="ltr"><body>';
  const translated = page.replace("Name", "Nombre").replace("Well", "Bien");
  assert.deepEqual(oneOfEachStructure(pages(`${html}${page}`, `${html}${translated}`)), ["0"]);
  const scripted = (said: string) => `${html}<p data-said="${said}">x</p>`;
  assert.deepEqual(oneOfEachStructure(pages(scripted("Well"), scripted("Bien"))), ["0"]);
  const other = html.replace('"en" dir="ltr"', '"ar" dir="rtl"');
  assert.deepEqual(oneOfEachStructure(pages(`${html}${page}`, `${other}${page}`)), ["0"]);
});

for (const [what, other] of [
  ["a style of its own", page.replace("<p>", '<p style="color: red">')],
  ["a script", page.replace("<p>", '<script src="/x.js"></script><p>')],
  ["an image from elsewhere", page.replace("<p>", '<img src="https://x.example/" alt="x"><p>')],
  ["a label without text", page.replace("Name", "")],
  ["another class", page.replace("<p>", '<p class="banner">')],
  ["a field without its label", page.replace(/<label.*?<\/label>/, "")],
  ["an element below another one", page.replace("<p>Well</p>", "<aside><p>Well</p></aside>")],
  ["the same elements in another order", page.replace(/(<label.*<\/label>)(<input.*?>)/, "$2$1")],
] as const) {
  test(`a page is looked at for ${what}`, () => {
    assert.deepEqual(oneOfEachStructure(pages(page, other)), ["0", "1"]);
    assert.deepEqual(everyElementOnce(pages(page, other)).toSorted(), ["0", "1"]);
  });
}

test("a page whose elements were all met in their places is left out", () => {
  const [a, b] = ['<p class="a">x</p>', '<p class="b">x</p>'];
  assert.deepEqual(everyElementOnce(pages(`<main>${a}${b}</main>`, `<main>${a}</main>`)), ["0"]);
});

test("with words, a page is looked at for a text that no other has in its place", () => {
  const longer = page.replace("Well", "Quite well, thank you");
  assert.deepEqual(everyTextOnce(pages(page, longer)).toSorted(), ["0", "1"]);
  assert.deepEqual(everyElementOnce(pages(page, longer)).length, 1);
  const elsewhere = page.replace("</p>", "<b>x</b> and more</p>");
  const other = elsewhere.replace("and more", "and much more");
  assert.deepEqual(everyTextOnce(pages(elsewhere, other)).length, 2, "also behind an element");
  assert.deepEqual(everyTextOnce(pages(`${page}<p>Well</p>`, page)), ["0"]);
});

test("few have all: the one with the most that is new comes next", () => {
  const sets = ["ab", "cde", "abc", "def", "f", ""].map((one) => [one, new Set(one)] as const);
  assert.deepEqual(fewThatHaveAll(sets), ["def", "abc"]);
  assert.deepEqual(fewThatHaveAll([]), []);
});
