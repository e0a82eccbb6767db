/** No request waits for these writes, because how long they take must not show in the response. */
export interface BackgroundWrites {
  /** Never throws. A write that fails is logged by `name`. A service that stops waits for those that have begun. */
  begin(name: string, write: () => Promise<unknown>): void;
  /** Resolves once none is in progress. */
  settled(): Promise<void>;
}
