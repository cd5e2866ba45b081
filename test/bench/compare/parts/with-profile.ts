import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchContext } from "../bench-context.ts";
import { topOf } from "../report/profile.ts";
import type { QuarryServer } from "../servers/quarry.ts";

/** A stretch of load. */
export interface ProfiledLoad {
  /** Questions or documents. */
  readonly count: number;
  /** When it began, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/** Runs a server once more under a load, with the runtime's profiler, which makes it slower, and records the top functions. */
export async function withProfile(
  context: BenchContext,
  quarry: QuarryServer,
  name: string,
  load: () => Promise<ProfiledLoad>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "quarry-compare-profile-"));
  try {
    await quarry.end("SIGTERM");
    await quarry.launch(["--cpu-prof", `--cpu-prof-dir=${folder}`]);
    await quarry.ready();
    const { count, from, to } = await load();
    await quarry.end("SIGTERM");
    for (const file of await readdir(folder)) {
      const profile = await Bun.file(join(folder, file)).json();
      const top = topOf(profile, { name, questions: count, from, to });
      // The server's other processes inherit no profiler; a file without samples is not the server's.
      if (top.functions.length > 0) await context.recordProfile(top);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    await quarry.launch();
    await quarry.ready();
  }
}
