import assert from "node:assert/strict";
import { test } from "node:test";
import { html, needing, unsafeRaw } from "./html.ts";

test("every character that could end a text or an attribute is escaped", () => {
  const printed = String(html`<p title="${`"'`}">${"<b>&amp;</b>"}</p>`);
  assert.equal(printed, `<p title="&#34;&#39;">&#60;b&#62;&#38;amp;&#60;/b&#62;</p>`);
});

test("markup nests as it is, alone and in lists, at any depth", () => {
  const item = html`<li>${"<"}</li>`;
  assert.equal(
    String(html`<ul>${[item, [item, "<"]]}</ul>`),
    "<ul><li>&#60;</li><li>&#60;</li>&#60;</ul>",
  );
});

test("what is absent prints nothing, and zero is not absent", () => {
  assert.equal(String(html`(${null}${undefined}${false}${0})`), "(0)");
});

test("an exclamation mark before a value does not make it raw", () => {
  assert.equal(String(html`<p>Stop!${"<b>"}</p>`), "<p>Stop!&#60;b&#62;</p>");
});

test("an object that merely looks like markup is no markup", () => {
  const forged = { toString: () => "<b>" } as unknown as string;
  assert.equal(String(html`${forged}`), "&#60;b&#62;");
});

test("raw output is possible and has to be asked for by name", () => {
  assert.equal(String(html`${unsafeRaw("<hr>")}`), "<hr>");
});

test("a page has the needs of all its parts, at any depth, and each once", () => {
  const time = needing("dates", html`<time></time>`);
  const form = html`<form>${[time, [html`<p>${needing("busy", html`<b>`)}</p>`]]}</form>`;
  assert.deepEqual([...html`<main>${form}${time}</main>`.needs].sort(), ["busy", "dates"]);
  assert.equal(String(form), "<form><time></time><p><b></p></form>");
  assert.deepEqual([...html`${String(time)}`.needs], [], "text needs nothing");
});
