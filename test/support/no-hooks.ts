/**
 * Preloaded into the processes of together.ts. Node's runner follows all promises and handles of a test (async_hooks),
 * to attribute uncaught errors to a test. That took a fifth of the CPU time of tests that call a service. Without it,
 * such an error still fails the process, and together.ts itself says which tests belong to which file, and which file
 * was running.
 */
import hooks from "node:async_hooks";

const { createHook } = hooks;
const none: ReturnType<typeof createHook> = { enable: () => none, disable: () => none };

// The runner's hook is the first one; later callers get a real hook.
hooks.createHook = () => {
  hooks.createHook = createHook;
  return none;
};
