import { once } from "node:events";

interface OutputParts {
  /** False once the reader has left: `countersign audit export | head`. */
  readonly isRead: () => boolean;
  readonly write: (text: string) => Promise<void>;
}

/** Standard output for what is printed in parts, no faster than the reader reads. */
export function outputParts(): OutputParts {
  let isRead = true;
  const gone = once(process.stdout, "close").catch(() => {});
  void gone.then(() => {
    isRead = false;
  });
  return {
    isRead: () => isRead,
    async write(text) {
      if (process.stdout.write(text)) return;
      await Promise.race([once(process.stdout, "drain").catch(() => {}), gone]);
    },
  };
}
