/** Writes a number of things in English, such as `1 line` and `2 lines`. */
export function plural(count: number, what: string, several = `${what}s`): string {
  return `${count} ${count === 1 ? what : several}`;
}
