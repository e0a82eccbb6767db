/**
 * A growing set of 128-bit digests outside the garbage-collected heap. Open addressing; when a table is
 * three quarters full the next one, twice its size, takes what comes, so that nothing is ever
 * moved and no single insertion pays for a million others.
 */
export class NonceSet {
  readonly #tables: Table[] = [newTable(1024)];
  size = 0;

  /** 16 bytes, as four words; a digest whose words are all zero is not told from an empty place. */
  has(digest: Uint32Array): boolean {
    return this.#tables.some((table) => find(table, digest) === undefined);
  }

  /** The digest must not be in the set. */
  add(digest: Uint32Array): void {
    let table = this.#tables.at(-1);
    if (table === undefined || table.used >= table.capacity * 0.75) {
      table = newTable((table?.capacity ?? 512) * 2);
      this.#tables.push(table);
    }
    const place = find(table, digest);
    if (place === undefined) return;
    table.words.set(digest, place);
    table.used += 1;
    this.size += 1;
  }
}

interface Table {
  readonly capacity: number;
  readonly words: Uint32Array;
  used: number;
}

function newTable(capacity: number): Table {
  return { capacity, words: new Uint32Array(capacity * 4), used: 0 };
}

/** The free place for a digest, or undefined if the table has it. */
function find({ capacity, words }: Table, digest: Uint32Array): number | undefined {
  const start = (digest[0] ?? 0) % capacity;
  for (let entry = start; ; entry = (entry + 1) % capacity) {
    const at = entry * 4;
    if (isDigest(words, at, digest)) return undefined;
    if (isEmpty(words, at)) return at;
  }
}

function isDigest(words: Uint32Array, at: number, digest: Uint32Array): boolean {
  return (
    words[at] === digest[0] &&
    words[at + 1] === digest[1] &&
    words[at + 2] === digest[2] &&
    words[at + 3] === digest[3]
  );
}

function isEmpty(words: Uint32Array, at: number): boolean {
  return words[at] === 0 && words[at + 1] === 0 && words[at + 2] === 0 && words[at + 3] === 0;
}
