/** The stored form has no surrounding spaces, and is empty if nothing in it is visible. */
export function typedText(text: string | null | undefined): string {
  return text == null || isBlank(text) ? "" : text.trim();
}

/** Spaces, control characters and invisible characters would make a name or reason look empty. */
export function isBlank(text: string): boolean {
  return /^[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u{2800}]*$/u.test(text);
}
