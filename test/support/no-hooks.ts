/**
 * Preloaded into the processes of together.ts. Node's runner follows every promise and every handle of a test (async_hooks), to know
 * whose an error is that nobody caught, which took a fifth of the CPU time of tests that ask a service. Without that, such an error
 * still fails the process; and together.ts says itself which tests are whose, and which one ran.
 */
import hooks from "node:async_hooks";

const { createHook } = hooks;
const none: ReturnType<typeof createHook> = { enable: () => none, disable: () => none };

// The runner's is the first; whoever else wants one gets it.
hooks.createHook = () => {
  hooks.createHook = createHook;
  return none;
};
