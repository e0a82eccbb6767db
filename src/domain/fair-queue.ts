/** Networks take turns, so a newcomer waits for one entry of each other network, not for a whole flood. */

export interface Requester {
  /** The client's address as `networkOf` gives it. */
  readonly network: string;
  readonly account?: string | undefined;
}

export interface FairQueue<T> {
  readonly size: number;
  /**
   * Returns the entry that got no place: the newest of the largest network, or the given one if its share is used up.
   */
  add(entry: T, by: Requester): T | undefined;
  take(): T | undefined;
}

export function fairQueue<T>(most: {
  readonly entries: number;
  readonly perAccount: number;
}): FairQueue<T> {
  type Waiting = { readonly entry: T; readonly account: string | undefined };
  const networks = new Map<string, Waiting[]>();
  const ofAccount = new Map<string, number>();
  let size = 0;

  return {
    get size() {
      return size;
    },

    add(entry, { network, account }) {
      if (account !== undefined && (ofAccount.get(account) ?? 0) >= most.perAccount) return entry;
      let displaced: T | undefined;
      if (size >= most.entries) {
        const [longest, waiting] = theLongest();
        // A network that has just one more entry would only swap places with this one.
        const own = networks.get(network)?.length ?? 0;
        if (waiting.length <= own + 1) return entry;
        displaced = remove(longest, waiting.length - 1);
      }
      const own = networks.get(network) ?? [];
      own.push({ entry, account });
      networks.set(network, own);
      count(account, 1);
      return displaced;
    },

    take() {
      const [network] = networks.keys();
      if (network === undefined) return undefined;
      const entry = remove(network, 0);
      const rest = networks.get(network);
      if (rest !== undefined) {
        networks.delete(network);
        networks.set(network, rest);
      }
      return entry;
    },
  };

  function theLongest(): [string, readonly Waiting[]] {
    let found: [string, readonly Waiting[]] = ["", []];
    for (const one of networks) if (one[1].length > found[1].length) found = one;
    return found;
  }

  function remove(network: string, at: number): T | undefined {
    const waiting = networks.get(network);
    const [removed] = waiting?.splice(at, 1) ?? [];
    if (waiting?.length === 0) networks.delete(network);
    if (removed !== undefined) count(removed.account, -1);
    return removed?.entry;
  }

  function count(account: string | undefined, by: 1 | -1): void {
    size += by;
    if (account === undefined) return;
    const now = (ofAccount.get(account) ?? 0) + by;
    if (now === 0) ofAccount.delete(account);
    else ofAccount.set(account, now);
  }
}
