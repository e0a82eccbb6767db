/** What a person typed, as it is kept: without the spaces around it, and empty where there is nothing to see in it. */
export function typedText(typed: string | null | undefined): string {
  return typed == null || isBlank(typed) ? "" : typed.trim();
}

/** Spaces, controls, and what prints as nothing: a name or a reason of these alone would look like none. */
export function isBlank(text: string): boolean {
  return /^[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u{2800}]*$/u.test(text);
}
