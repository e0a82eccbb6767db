/** An embedded engine returns what it reads at once, a database server later; `await` takes both. */
export type Awaitable<T> = T | Promise<T>;

/** Goes on at once with a value that is there: an `await` would make the request wait for a turn of the queue. */
export function after<T, R>(value: Awaitable<T>, next: (value: T) => R): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
