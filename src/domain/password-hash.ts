/** A PHC string, or another system's hash. The type prevents a typed password from being stored by mistake. */
export type PasswordHash = `$${string}` | `imported:${string}`;
