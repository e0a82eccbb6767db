/** The stored form has no surrounding spaces, and is empty if nothing in it is visible. */
export function typedText(typed: string | null | undefined): string {
  return typed == null || isBlank(typed) ? "" : typed.trim();
}

/**
 * Whether the text has only spaces, control characters and invisible characters, so that a name or reason
 * would look empty.
 */
export function isBlank(text: string): boolean {
  return /^[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u{2800}]*$/u.test(text);
}
