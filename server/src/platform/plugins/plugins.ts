import type { Log } from "../log/log.ts";
import { createPluginHealth, type PluginCallObserver, type PluginHealth } from "./plugin-health.ts";

/** The plug-ins of this process. */
export interface Plugins {
  /** @param plugin Kind and name, e.g. `vector store chroma`. */
  add(plugin: string): PluginHealth;
  /** What does not work of any plug-in now, for the operator. */
  problems(): string[];
}

/** Creates an empty list. @param onCall Receives the calls of all plug-ins. */
export function createPlugins(log: Log, onCall?: PluginCallObserver): Plugins {
  const all: PluginHealth[] = [];
  return {
    add(plugin) {
      const health = createPluginHealth(plugin, log, onCall);
      all.push(health);
      return health;
    },
    problems: () => all.flatMap((health) => health.problems()),
  };
}
