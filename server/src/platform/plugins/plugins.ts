import type { Log } from "../log/log.ts";
import { createPluginHealth, type PluginHealth } from "./plugin-health.ts";

/** The plug-ins of this process. */
export interface Plugins {
  /** @param plugin Kind and name, e.g. `vector store chroma`. */
  add(plugin: string): PluginHealth;
  /** What does not work of any plug-in now, for the operator. */
  problems(): string[];
}

/** Creates an empty list. */
export function createPlugins(log: Log): Plugins {
  const all: PluginHealth[] = [];
  return {
    add(plugin) {
      const health = createPluginHealth(plugin, log);
      all.push(health);
      return health;
    },
    problems: () => all.flatMap((health) => health.problems()),
  };
}
