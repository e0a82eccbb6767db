/** No translation is older than its English text. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { actorWords } from "../src/http/browser/audit-filter.ts";
import { languages } from "../src/pages/languages/languages.ts";
import { staleLine, staleTexts, translatedTags } from "./support/translations.ts";

for (const tag of translatedTags) {
  test(`${tag}: each text was read beside the English text of today`, () => {
    const lines = staleTexts(tag).map((one) => staleLine(tag, one));
    assert.deepEqual(
      lines,
      [],
      [
        "Read each of these beside its English text, and correct what now means something else.",
        `Then run: npm run translations -- --made ${tag} KEY…`,
        ...lines,
      ].join("\n"),
    );
  });
}

for (const [tag, texts] of Object.entries(languages)) {
  test(`${tag}: the hint of the filter for an actor names what the filter takes`, () => {
    const { actorHint } = texts.audit;
    for (const word of [...actorWords, "api-key:"]) assert.ok(actorHint.includes(word), word);
  });
}
