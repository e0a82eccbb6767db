/** At most a megabyte of log lines waits to be written. */
export interface LogBuffer {
  /** Returns false if the line does not fit. */
  add(line: string): boolean;
  /** The result is empty if nothing waits. The rest stays until `wrote` says how much of it was written. */
  next(): Buffer;
  wrote(bytes: number): void;
  partlyWritten(): Buffer;
  rest(): Buffer;
}

const maxWaitingBytes = 1024 * 1024;

export function logBuffer(): LogBuffer {
  let lines: string[] = [];
  let lineBytes = 0;
  let batch = Buffer.alloc(0);

  return {
    add(line) {
      const bytes = Buffer.byteLength(line);
      if (batch.length + lineBytes + bytes > maxWaitingBytes) return false;
      lines.push(line);
      lineBytes += bytes;
      return true;
    },
    next() {
      if (batch.length > 0 || lines.length === 0) return batch;
      batch = rest();
      lines = [];
      lineBytes = 0;
      return batch;
    },
    wrote(bytes) {
      batch = batch.subarray(bytes);
    },
    partlyWritten: () => batch,
    rest,
  };

  function rest(): Buffer<ArrayBuffer> {
    return Buffer.from(lines.join(""));
  }
}
