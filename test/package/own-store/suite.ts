import { type Runner, vectorStoreSuite } from "@quarry/conformance";
import { createStore } from "./map-store.ts";

/** Declares the suite. @param losesHits True for a store that forgets each query's last hit. */
export function declareSuite(runner: Runner, losesHits = false): void {
  vectorStoreSuite(runner, async () => {
    const store = createStore();
    return {
      store: losesHits
        ? { ...store, query: async (asked) => (await store.query(asked)).slice(0, -1) }
        : store,
      cleanUp: () => store.close(),
    };
  });
}
