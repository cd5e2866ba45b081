import type { Target } from "../target.ts";
import { growthTargets } from "./growth.ts";
import { ingestionTargets } from "./ingestion.ts";
import { atSize } from "./name-target.ts";
import { postgresTargets } from "./postgres.ts";
import { questionTargets } from "./questions.ts";
import { resourceTargets } from "./resources.ts";

const UPLOADS = 10_000;

/**
 * The lines of the table.
 * @param main The size of the main figures, in chunks.
 * @param uploads The number of uploaded documents.
 */
export function makeTargets(main: number, uploads: number = UPLOADS): Target[] {
  return [
    ...questionTargets(atSize(main)),
    ...ingestionTargets(main, uploads),
    ...resourceTargets(main),
    ...postgresTargets(atSize(main)),
    ...growthTargets(main),
  ];
}
