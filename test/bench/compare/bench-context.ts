import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "../../eval/user-error.ts";
import { hasChroma } from "../../support/chroma.ts";
import type { TextSource } from "./corpus/sentences.ts";
import type { Effort } from "./effort.ts";
import { type Generator, startGenerator } from "./load/generator.ts";
import type { ProfileTop } from "./report/profile.ts";
import type { NewResult } from "./results/result.ts";

/** What all parts of a run share. */
export interface BenchContext {
  readonly effort: Effort;
  readonly sources: readonly TextSource[];
  readonly generator: Generator;
  /** Chroma is measured up to this number of chunks. */
  readonly peersUpTo: number;
  /** Prints progress. */
  say(text: string): void;
  /** Writes a file of lines and returns its path. */
  writeLines(name: string, lines: Iterable<string>): Promise<string>;
  /** Records a result and prints it. */
  record(result: NewResult): Promise<void>;
  recordProfile(profile: ProfileTop): Promise<void>;
  close(): Promise<void>;
}

/** Where results go. */
export interface ResultSink {
  add(result: NewResult): Promise<void>;
  addProfile(profile: ProfileTop): Promise<void>;
}

/** Starts the load generator. @throws UserError if Chroma is to be measured and not installed. */
export async function createBenchContext(
  effort: Effort,
  sources: readonly TextSource[],
  sink: ResultSink,
  describe: (result: NewResult) => string,
  peersUpTo: number,
): Promise<BenchContext> {
  if (peersUpTo > 0 && !hasChroma())
    throw new UserError(
      "Chroma is not installed: run test/services/install-chroma.sh first, or measure without it: --peers-up-to 0.",
    );
  const folder = await mkdtemp(join(tmpdir(), "quarry-compare-load-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const start = performance.now();
  const say = (text: string) =>
    process.stderr.write(`[${((performance.now() - start) / 1000).toFixed(0).padStart(5)} s] ${text}\n`);
  const generator = startGenerator();
  let files = 0;
  return {
    ...{ effort, sources, generator, peersUpTo, say },
    async writeLines(name, lines) {
      files += 1;
      const path = join(folder, `${files}-${name}.jsonl`);
      const writer = Bun.file(path).writer();
      for (const line of lines) writer.write(`${line}\n`);
      await writer.end();
      return path;
    },
    async record(result) {
      await sink.add(result);
      say(describe(result));
    },
    recordProfile: (profile) => sink.addProfile(profile),
    async close() {
      generator.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
