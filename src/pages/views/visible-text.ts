/**
 * Invisible characters, ones that change the direction around them and ones that pile up become a
 * visible "�". Letters, marks and emoji of every script stay.
 */
export function visibleText(text: string): string {
  return text
    .toWellFormed()
    .replace(invisible, replacement)
    .replace(strayJoiners, replacement)
    .replace(spaces, " ")
    .replace(piledMarks, "$1");
}

const replacement = "\u{FFFD}";

/**
 * Joiners have a rule of their own. U+FE0F stays where it has an effect: after a character that is
 * text by default and becomes an emoji, and inside a keycap.
 */
const invisible =
  /(?!(?<=(?!\p{Emoji_Presentation})\p{Extended_Pictographic})\u{FE0F})(?!(?<=[0-9#*])\u{FE0F}\u{20E3})[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{2800}]--[\u{200C}\u{200D}]]/gv;

/**
 * Joiners stay after an Arabic letter, after a mark of one script (as Indic scripts need, and
 * Latin's belong to none), and between two emoji.
 */
const strayJoiners =
  /(?<![[\p{M}--\p{Script=Inherited}]\p{Script_Extensions=Arabic}])(?!(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{FE0F}])\u{200D}\p{Extended_Pictographic})[\u{200C}\u{200D}]/gv;

const spaces = /\p{Zs}+/gu;

/** No script needs more than four marks on a letter; more would cover other lines. */
const piledMarks = /(\p{M}{4})\p{M}+/gu;
