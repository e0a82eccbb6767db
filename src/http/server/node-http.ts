/**
 * An import of Node's HTTP module would also load everything that `fetch` needs, because of two classes that
 * it exports; that takes about 30 ms of every start, and memory for as long as the process lives.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule("node:http");
