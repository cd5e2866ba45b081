import { createHash } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { readSnapshot, reopenSnapshot, syncFolder, writeSnapshot } from "../../snapshot-file.ts";
import type { Organizations } from "../organization/organizations.ts";
import type { SpaceIndex } from "../space/space-index.ts";
import {
  captureSpace,
  type RestoredSpace,
  readPostings,
  readSpace,
  SNAPSHOT_VERSION,
  type SpaceKey,
  type SpaceState,
  writeSpace,
} from "./space-snapshot.ts";

/** Stores the spaces of a lexical index in files, one per space. */
export interface SnapshotFolder {
  /** Loads every space with a valid file that is not in memory yet. */
  load(): Promise<void>;
  /**
   * Writes the spaces that changed since they were last read or written, and removes the files of deleted spaces.
   */
  save(): Promise<void>;
}

interface Capture {
  readonly key: SpaceKey;
  readonly space: SpaceIndex;
  readonly state: SpaceState;
  readonly changes: number;
}

const SUFFIX = ".lexical";
const DRAFT = `${SUFFIX}.tmp`;
/** Parallel reads: with thousands of small files most of the time is spent waiting. */
const PARALLEL_READS = 16;

/**
 * Creates a `SnapshotFolder`. The folder does not have to exist.
 * @param onSkipped Receives the path of each file that cannot be read.
 */
export function createSnapshotFolder(
  path: string,
  organizations: Organizations,
  onSkipped: (path: string) => void = () => undefined,
): SnapshotFolder {
  /** The `changes()` of each space when its file was written. */
  const saved = new WeakMap<SpaceIndex, number>();

  function find({ orgId, spaceId }: SpaceKey): SpaceIndex | undefined {
    return organizations.byId.get(orgId)?.spaces.get(spaceId);
  }

  /** Releases a space after the folder has stopped writing it. */
  function release({ orgId, spaceId }: SpaceKey): void {
    organizations.byId.get(orgId)?.release(spaceId);
    organizations.dropIfEmpty(orgId);
  }

  function capture(files: ReadonlySet<string>): Capture[] {
    const captures: Capture[] = [];
    for (const { key, name, space } of filledSpaces(organizations)) {
      const changes = space.changes();
      if (saved.get(space) === changes && files.has(name)) continue;
      space.writers += 1;
      space.isBeingSaved = true;
      captures.push({ key, space, state: captureSpace(space), changes });
    }
    return captures;
  }

  async function write({ key, space, state, changes }: Capture): Promise<void> {
    if (find(key) !== space) return;
    const target = join(path, fileName(key));
    await writeSnapshot(target, SNAPSHOT_VERSION, (out) => writeSpace(out, key, space, state));
    saved.set(space, changes);
    // Where that fails, the space keeps its own.
    await useFile(target, space, changes).catch(() => undefined);
  }

  /** Lets a space use the postings and records of its large file instead of its own, unless it has changed. */
  async function useFile(target: string, space: SpaceIndex, changes: number): Promise<void> {
    const isSame = () => space.changes() === changes && space.size() === space.slotCount();
    const snapshot = isSame() ? await reopenSnapshot(target) : undefined;
    if (snapshot && isSame()) space.adopt(readPostings(snapshot));
  }

  async function removeOthers(): Promise<void> {
    const names = await namesIn(path);
    const wanted = new Set(Array.from(filledSpaces(organizations), ({ name }) => name));
    for (const name of names)
      if (name.endsWith(DRAFT) || (name.endsWith(SUFFIX) && !wanted.has(name)))
        await rm(join(path, name), { force: true });
  }

  return {
    async load() {
      const names = (await namesIn(path)).filter((name) => name.endsWith(SUFFIX));
      for (let start = 0; start < names.length; start += PARALLEL_READS) {
        const paths = names.slice(start, start + PARALLEL_READS).map((name) => join(path, name));
        for (const [at, restored] of (await Promise.all(paths.map(readFile))).entries()) {
          if (!restored) onSkipped(paths[at] as string);
          if (!restored || find(restored.key)) continue;
          const { key, space } = restored;
          saved.set(space, space.changes());
          organizations.open(key.orgId).restore(key.spaceId, space);
          release(key);
        }
      }
    },

    async save() {
      await mkdir(path, { recursive: true });
      const files = new Set(await namesIn(path));
      const failures: unknown[] = [];
      await compactionsOf(organizations);
      // Captured at the same moment, so that a document that moves between spaces is in one of the files.
      for (const captured of capture(files))
        try {
          await write(captured);
        } catch (error) {
          failures.push(error);
        } finally {
          captured.space.writers -= 1;
          captured.space.isBeingSaved = false;
          release(captured.key);
        }
      await removeOthers();
      await syncFolder(path);
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** Resolves at a moment at which no space is being compacted, so that slots keep their numbers. */
async function compactionsOf(organizations: Organizations): Promise<void> {
  for (;;) {
    const running = Array.from(filledSpaces(organizations), ({ space }) => space.tidying());
    if (running.every((one) => one === undefined)) return;
    await Promise.allSettled(running);
  }
}

/** Yields the spaces that have chunks, with the names of their files. */
function* filledSpaces({
  byId,
}: Organizations): Iterable<{ key: SpaceKey; name: string; space: SpaceIndex }> {
  for (const [orgId, { spaces }] of byId)
    for (const [spaceId, space] of spaces) {
      const key = { orgId, spaceId };
      if (space.size() > 0) yield { key, name: fileName(key), space };
    }
}

/** Reads the space in a file; undefined when the file is invalid. */
async function readFile(path: string): Promise<RestoredSpace | undefined> {
  const snapshot = await readSnapshot(path, SNAPSHOT_VERSION);
  try {
    return snapshot && readSpace(snapshot);
  } catch {
    return undefined;
  }
}

/** Returns a file name that is valid on every file system, regardless of the ids. */
function fileName({ orgId, spaceId }: SpaceKey): string {
  const hash = createHash("sha256").update(JSON.stringify([orgId, spaceId]));
  return `${hash.digest("hex").slice(0, 40)}${SUFFIX}`;
}

async function namesIn(path: string): Promise<string[]> {
  return readdir(path).catch(() => []);
}
