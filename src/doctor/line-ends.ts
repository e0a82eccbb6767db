/** The text up to the line ends behind it. An expression would look at each run of them again and again. */
export function withoutLineEnds(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === "\n" || text[end - 1] === "\r")) end -= 1;
  return text.slice(0, end);
}
