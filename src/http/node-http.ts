/**
 * Node's own HTTP. An `import` of it would load all that `fetch` consists of as well, for the sake of two
 * classes that it exports; that takes some 30 ms of every start, and memory for as long as the process lives.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule("node:http");
