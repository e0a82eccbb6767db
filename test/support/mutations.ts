/** Texts that are close to a token but differ from it. */
export function mutations(token: string): Set<string> {
  const all = new Set<string>();
  for (let length = 0; length < token.length; length += 1) {
    all.add(token.slice(0, length));
    all.add(token.slice(token.length - length));
  }
  for (let at = 0; at < token.length; at += 1) {
    const code = token.charCodeAt(at);
    for (let bit = 0; bit < 8; bit += 1) {
      all.add(token.slice(0, at) + String.fromCharCode(code ^ (1 << bit)) + token.slice(at + 1));
    }
    all.add(token.slice(0, at) + token.slice(at + 1));
    all.add(`${token.slice(0, at)}0${token.slice(at)}`);
    const email = token.charAt(at);
    const other = email === email.toLowerCase() ? email.toUpperCase() : email.toLowerCase();
    all.add(token.slice(0, at) + other + token.slice(at + 1));
  }
  for (const added of ["=", "==", "x", "%00", "\0", "-", ".", "%", "*", "'", "\u00e9", token]) {
    all.add(token + added);
    all.add(added + token);
  }
  for (const text of [
    token.toLowerCase(),
    token.toUpperCase(),
    btoa(token),
    encodeURIComponent(`${token} `),
  ]) {
    all.add(text);
  }
  all.delete(token);
  return all;
}
