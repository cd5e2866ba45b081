import { setFlagsFromString } from "node:v8";

/**
 * Node's `fetch` reads responses with a WebAssembly module, and a process ends only after the module is optimized: 0.2 s
 * that a short command waits for in vain. Without the optimization the module is fast enough for the command.
 */
export function skipOptimization(): void {
  if (!("bun" in process.versions)) setFlagsFromString("--liftoff-only");
}
