/**
 * A password as it is kept: in PHC string form, or as another system hashed it, behind a mark. The type keeps a password that
 * somebody typed, which is any text, from being kept by mistake.
 */
export type PasswordHash = `$${string}` | `imported:${string}`;
