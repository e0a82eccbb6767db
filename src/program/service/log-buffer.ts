/** At most a megabyte of log lines waits to be written. */
export interface LogBuffer {
  /** Returns false if the line does not fit. */
  add(line: string): boolean;
  /** The result is empty if nothing waits. The rest stays until `wrote` says how much of it was written. */
  next(): Buffer;
  wrote(bytes: number): void;
  begun(): Buffer;
  rest(): Buffer;
}

const maxWaitingBytes = 1024 * 1024;

export function logBuffer(): LogBuffer {
  let lines: string[] = [];
  let lineBytes = 0;
  let begun = Buffer.alloc(0);

  return {
    add(line) {
      const bytes = Buffer.byteLength(line);
      if (begun.length + lineBytes + bytes > maxWaitingBytes) return false;
      lines.push(line);
      lineBytes += bytes;
      return true;
    },
    next() {
      if (begun.length > 0 || lines.length === 0) return begun;
      begun = rest();
      lines = [];
      lineBytes = 0;
      return begun;
    },
    wrote(bytes) {
      begun = begun.subarray(bytes);
    },
    begun: () => begun,
    rest,
  };

  function rest(): Buffer<ArrayBuffer> {
    return Buffer.from(lines.join(""));
  }
}
