/**
 * A sentence of a page that contains other people's names. A language writes
 * ``sentence`Sign in to continue to ${name}` `` in its own word order. Names are kept apart from the
 * words around them, so that a page can isolate each name and no name can reorder the sentence.
 */
export type Sentence = readonly (string | Name)[];

/** Text that a stranger has chosen, or that must not be reordered, such as a host. */
export type Name = { readonly name: string };

export function sentence(words: TemplateStringsArray, ...names: readonly string[]): Sentence {
  return words
    .flatMap((word, index): Sentence => {
      const name = names[index];
      return name === undefined ? [word] : [word, { name }];
    })
    .filter((part) => part !== "");
}
