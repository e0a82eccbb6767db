/**
 * A growing set of 128-bit digests outside the garbage-collected heap, with open addressing. When a table is
 * three quarters full, the next one, twice its size, takes new digests. Nothing is ever moved, and no single
 * insertion pays for a million others.
 *
 * A digest is four words. A digest of zeros cannot be distinguished from an empty place.
 */
export class NonceSet {
  readonly #tables: Table[] = [];
  /** Digests that were loaded but are in no table yet, because most minutes of a journal are never looked up. */
  #loaded: Uint32Array[] = [];
  #size = 0;

  get size(): number {
    this.#index();
    return this.#size;
  }

  has(digest: Uint32Array): boolean {
    this.#index();
    return this.#has(digest, 0);
  }

  /** Adds the digest at `from` in `source`. It must not be in the set. */
  add(source: Uint32Array, from = 0): void {
    this.#index();
    this.#add(source, from);
  }

  /**
   * Adds digests that follow one another. Empty and existing ones are skipped. Costs nothing until the set is
   * first asked; then a fifth of a microsecond for each.
   */
  load(digests: Uint32Array): void {
    this.#loaded.push(digests);
  }

  /** Every digest, one after another. */
  all(): Uint32Array {
    const digests = new Uint32Array(this.size * digestWords);
    let next = 0;
    for (const { words } of this.#tables) {
      for (let at = 0; at < words.length; at += digestWords) {
        if (isEmpty(words, at)) continue;
        digests.set(words.subarray(at, at + digestWords), next);
        next += digestWords;
      }
    }
    return digests;
  }

  #index(): void {
    if (this.#loaded.length === 0) return;
    const loaded = this.#loaded;
    this.#loaded = [];
    const words = loaded.reduce((sum, digests) => sum + digests.length, 0);
    this.#tables.push(newTable(words / digestWords));
    for (const digests of loaded) this.#addAll(digests);
  }

  #addAll(digests: Uint32Array): void {
    for (let at = 0; at + digestWords <= digests.length; at += digestWords) {
      if (!isEmpty(digests, at) && !this.#has(digests, at)) this.#add(digests, at);
    }
  }

  #has(source: Uint32Array, from: number): boolean {
    for (const table of this.#tables) {
      if (find(table, source, from) === undefined) return true;
    }
    return false;
  }

  #add(source: Uint32Array, from: number): void {
    const table = this.#tableWithRoom();
    const place = find(table, source, from);
    if (place === undefined) return;
    // Word by word, because creating a view for `set` takes longer than the rest of the insertion.
    for (let word = 0; word < digestWords; word += 1) {
      table.words[place + word] = source[from + word] ?? 0;
    }
    table.used += 1;
    this.#size += 1;
  }

  #tableWithRoom(): Table {
    const last = this.#tables.at(-1);
    if (last !== undefined && last.used < last.most) return last;
    const next = newTable((last?.most ?? 0) * 2);
    this.#tables.push(next);
    return next;
  }
}

const digestWords = 4;
const minPlaces = 1024;

interface Table {
  readonly words: Uint32Array;
  /** A power of two, less one. */
  readonly mask: number;
  /** How many digests it takes. */
  readonly most: number;
  used: number;
}

function newTable(expected: number): Table {
  let places = minPlaces;
  while (places * 0.75 < expected) places *= 2;
  return {
    words: new Uint32Array(places * digestWords),
    mask: places - 1,
    most: places * 0.75,
    used: 0,
  };
}

/** The free place for the digest at `from` in `source`. Returns undefined if the table already has it. */
function find({ words, mask }: Table, source: Uint32Array, from: number): number | undefined {
  // Not the first word, because one of its bits is always set.
  const wanted = (source[from + 1] ?? 0) & mask;
  for (let place = wanted; ; place = (place + 1) & mask) {
    const at = place * digestWords;
    if (isEmpty(words, at)) return at;
    if (isSame(words, at, source, from)) return undefined;
  }
}

export function isSame(words: Uint32Array, at: number, source: Uint32Array, from: number): boolean {
  return (
    words[at] === source[from] &&
    words[at + 1] === source[from + 1] &&
    words[at + 2] === source[from + 2] &&
    words[at + 3] === source[from + 3]
  );
}

function isEmpty(words: Uint32Array, at: number): boolean {
  return words[at] === 0 && words[at + 1] === 0 && words[at + 2] === 0 && words[at + 3] === 0;
}
