export function plural(count: number, what: string, several = `${what}s`): string {
  return `${count} ${count === 1 ? what : several}`;
}
