import type { Log } from "../log/log.ts";
import { createPluginHealth, type PluginCallObserver, type PluginHealth } from "./plugin-health.ts";

/** The plug-ins of this process. */
export interface Plugins {
  /**
   * @param plugin Kind and name, e.g. `vector store chroma`.
   * @param meanwhile What happens while it is away; by default, that questions are answered by words.
   */
  add(plugin: string, meanwhile?: string): PluginHealth;
  /** What does not work of any plug-in now, for the operator. */
  problems(): string[];
}

/** Creates an empty list. @param onCall Receives the calls of all plug-ins. */
export function createPlugins(log: Log, onCall?: PluginCallObserver): Plugins {
  const all: PluginHealth[] = [];
  return {
    add(plugin, meanwhile) {
      const health = createPluginHealth(plugin, log, onCall, meanwhile);
      all.push(health);
      return health;
    },
    problems: () => all.flatMap((health) => health.problems()),
  };
}
