/**
 * A name as a page may show it: what you see is what is there. Characters that are invisible, turn
 * the direction of the text around them or pile up over its neighbours become a visible "�", so that
 * nobody hides behind them; letters, marks and emoji of every script stay.
 */
export function visibleText(text: string): string {
  return text
    .toWellFormed()
    .replace(strayJoiners, replacement)
    .replace(invisible, replacement)
    .replace(spaces, " ")
    .replace(piledMarks, "$1");
}

const replacement = "\u{FFFD}";

/**
 * Controls, and the format characters that reorder or hide text (Cf without the joiners), fillers
 * that print as nothing, and line or paragraph separators.
 */
const invisible =
  /(?![\u{200C}\u{200D}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{115F}\u{1160}\u{2800}\u{3164}\u{FFA0}]/gu;

/** Joiners are kept where scripts and emoji need them: after a mark, an Arabic letter or an emoji. */
const strayJoiners =
  /(?<![\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script_Extensions=Arabic}])[\u{200C}\u{200D}]/gu;

const spaces = /\p{Zs}+/gu;

/** No script needs more than four marks on one letter; more would cover other lines. */
const piledMarks = /(\p{M}{4})\p{M}+/gu;
