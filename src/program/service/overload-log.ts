export interface OverloadLog extends Disposable {
  readonly turnedAway: () => void;
}

const every = 10_000;

/** Logs how many requests were turned away, at most every ten seconds: a line for each would add to the load. */
export function overloadLog(warn: (message: string) => void): OverloadLog {
  let count = 0;
  let telling: NodeJS.Timeout | undefined;

  function tell(): void {
    telling = undefined;
    if (count > 0) warn(`${count} requests were rejected with 503: too many were in progress`);
    count = 0;
  }

  return {
    turnedAway() {
      count += 1;
      telling ??= setTimeout(tell, every).unref();
    },
    [Symbol.dispose]() {
      clearTimeout(telling);
      tell();
    },
  };
}
