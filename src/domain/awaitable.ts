/** SQLite returns a value, PostgreSQL a promise. `await` accepts both. */
export type Awaitable<T> = T | Promise<T>;

/** Continues synchronously if the value is there. `await` would put the request at the end of the microtask queue. */
export function after<T, R>(value: Awaitable<T>, next: (value: T) => R): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
