/** A number of things in English, such as `1 line` and `2 lines`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
