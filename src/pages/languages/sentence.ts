/**
 * A sentence with others' names, written as ``sentence`Sign in to continue to ${name}` `` in each
 * language's own order. A page isolates each name, so that none can reorder the sentence.
 */
export type Sentence = readonly (string | Name)[];

/** Someone else chose the text, such as a user or a developer, or it must not be reordered, such as a host. */
export type Name = { readonly name: string };

export function sentence(words: TemplateStringsArray, ...names: readonly string[]): Sentence {
  return words
    .flatMap((word, index): Sentence => {
      const name = names[index];
      return name === undefined ? [word] : [word, { name }];
    })
    .filter((part) => part !== "");
}
