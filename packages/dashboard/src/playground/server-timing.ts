/** A stage of a question, as the server names it. */
export interface Stage {
  readonly name: string;
  readonly ms: number;
}

/** Reads the header `Server-Timing`, e.g. `key;dur=0.041, words;dur=0.310`. */
export function readServerTiming(header: string | null): Stage[] {
  return (header ?? "").split(",").flatMap((entry) => {
    const [, name, ms] = /^\s*([\w-]+)\s*;\s*dur=([\d.]+)/.exec(entry) ?? [];
    return name !== undefined && ms !== undefined ? [{ name, ms: Number(ms) }] : [];
  });
}
