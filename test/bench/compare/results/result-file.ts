import { appendFile, mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { ProfileTop } from "../report/profile.ts";
import type { NewResult, Result, Run } from "./result.ts";

/** A line of the file. */
type Line = { readonly result: Result } | { readonly started: Run } | { readonly profile: ProfileTop };

/** Everything in a file of results. A later result replaces an earlier one of the same line, size and side. */
export interface Recorded {
  readonly runs: readonly Run[];
  readonly results: readonly Result[];
  readonly profiles: readonly ProfileTop[];
}

/** Appends results to a file of JSON lines, so that an interrupted run loses nothing. */
export function createRecorder(path: string, run: Run) {
  let hasStarted = false;
  async function append(line: Line): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    if (!hasStarted) await appendFile(path, `${JSON.stringify({ started: run })}\n`);
    hasStarted = true;
    await appendFile(path, `${JSON.stringify(line)}\n`);
  }
  return {
    add: (result: NewResult) => append({ result: { run: run.run, ...result } }),
    addProfile: (profile: ProfileTop) => append({ profile }),
  };
}

/** Records results. */
export type Recorder = ReturnType<typeof createRecorder>;

/** Reads a file of results; a file that does not exist is empty. */
export async function readResults(path: string): Promise<Recorded> {
  const file = Bun.file(path);
  const text = (await file.exists()) ? await file.text() : "";
  const lines = text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
  const results = new Map<string, Result>();
  const profiles = new Map<string, ProfileTop>();
  const runs: Run[] = [];
  for (const line of lines) {
    if ("started" in line) runs.push(line.started);
    else if ("profile" in line) profiles.set(line.profile.name, line.profile);
    else {
      const { part, size, line: name, side } = line.result;
      results.set(JSON.stringify([part, size, name, side]), line.result);
    }
  }
  return { runs, results: [...results.values()], profiles: [...profiles.values()] };
}
