import type { VectorStore } from "@quarry/core";
import { createStore as createSqliteStore } from "../stores/sqlite-store.ts";

/** A store whose timers, callbacks and promises fail where no call waits for them. QUARRY_VECTOR_STORE can name this module. */
export function createStore(options: { readonly dataDir: string }): VectorStore {
  const store = createSqliteStore(options);
  return {
    ...store,
    name: "stray",
    query(query) {
      setTimeout(() => {
        throw new Error("a stray timer");
      }, 1);
      queueMicrotask(() => {
        throw new TypeError("a stray callback");
      });
      void Promise.reject(new Error("a stray promise"));
      void Promise.reject(undefined);
      return store.query(query);
    },
  };
}
