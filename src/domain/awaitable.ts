/** An embedded engine returns what it reads at once, a database server later; `await` takes both. */
export type Awaitable<T> = T | Promise<T>;
