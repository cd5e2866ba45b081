import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { sentence } from "../queries/corpus.ts";
import {
  answersTo,
  fillSpaces,
  prepareService,
  type SnapshotService,
  writtenAt,
} from "./snapshot-service.ts";

/** Damages the snapshots of a stopped service. */
export type Damage = (service: SnapshotService) => Promise<unknown>;

const FILES = 30;
const QUESTIONS = [3, 17, 50].map(sentence).concat("engine");

/**
 * Tests that damaged snapshots neither change the results nor log an error, and that the next shutdown replaces them with
 * good ones.
 * @param isNamed True when each file must be named in the log.
 */
export function damageTests(
  damages: readonly (readonly [what: string, damage: Damage])[],
  { isNamed = false } = {},
): void {
  let original: SnapshotService;
  let service: SnapshotService;
  let spaceIds: [string, string];
  let before: Awaited<ReturnType<typeof ask>>;

  const ask = () => answersTo(service.quarry(), spaceIds, QUESTIONS);

  beforeAll(async () => {
    original = await prepareService();
    service = original;
    await service.start();
    spaceIds = await fillSpaces(service.quarry(), FILES);
    before = await ask();
    await service.stop();
  }, 60_000);
  beforeEach(async () => {
    service = await original.copy();
  });
  afterEach(() => service.end());
  afterAll(() => original?.end());

  for (const [what, damage] of damages)
    test(`${what}: same results, no errors, and good snapshots at the next shutdown`, async () => {
      const good = await writtenAt(service);
      expect(Object.keys(good).length).toBeGreaterThanOrEqual(4);
      await damage(service);
      await service.start();
      expect(await ask()).toEqual(before);
      const warnings = service.warnings().join("\n");
      if (isNamed) for (const path of Object.keys(good)) expect(warnings).toContain(path);
      await service.stop();
      expect(service.errors()).toEqual([]);
      const files = await writtenAt(service);
      expect(Object.keys(files)).toEqual(expect.arrayContaining(Object.keys(good)));
      await service.start();
      expect(await ask()).toEqual(before);
      await service.stop();
      expect(await writtenAt(service)).toEqual(files);
      expect(service.errors()).toEqual([]);
    }, 30_000);
}
