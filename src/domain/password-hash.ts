/**
 * A PHC string, or a hash from another system behind a prefix. The type prevents a typed password, which is
 * any string, from being stored by mistake.
 */
export type PasswordHash = `$${string}` | `imported:${string}`;
