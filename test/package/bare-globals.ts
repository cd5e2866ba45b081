import { createContext, runInContext } from "node:vm";
import type { Quarry } from "@quarry/sdk";

/** What React Native has beside the language. Its signals lack `reason` and `throwIfAborted`. */
const REACT_NATIVE = [
  "fetch",
  "Headers",
  "URL",
  "URLSearchParams",
  "AbortController",
  "setTimeout",
  "clearTimeout",
];

/** Loads the built package where nothing but the language and the given globals exists. */
export async function loadWith(entry: string, globals: Record<string, unknown>) {
  const built = await Bun.build({ entrypoints: [entry], target: "browser", format: "cjs" });
  const module: { exports: { Quarry?: typeof Quarry } } = { exports: {} };
  const context = createContext({ ...globals, module, exports: module.exports });
  runInContext((await built.outputs[0]?.text()) ?? "", context);
  return module.exports;
}

/** The globals of React Native. */
export function reactNative(): Record<string, unknown> {
  return Object.fromEntries(REACT_NATIVE.map((name) => [name, Reflect.get(globalThis, name)]));
}
