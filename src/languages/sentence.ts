/**
 * A sentence of a page with other people's names in it. A language writes
 * ``sentence`Sign in to continue to ${name}` `` in its own order of words; the names stay apart from
 * the words around them, so that a page can isolate each one and no name can rearrange a sentence.
 */
export type Sentence = readonly (string | Name)[];

/** Something that a stranger has chosen, or that must not be reordered, such as a host. */
export type Name = { readonly name: string };

export function sentence(words: TemplateStringsArray, ...names: readonly string[]): Sentence {
  return words
    .flatMap((word, index): Sentence => {
      const name = names[index];
      return name === undefined ? [word] : [word, { name }];
    })
    .filter((part) => part !== "");
}
