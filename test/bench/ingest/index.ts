import { benchReading } from "./reading.ts";
import { benchUploads } from "./uploads.ts";

/** How fast documents become searchable, stage by stage, and what it costs in memory. */
export async function benchIngest(documents: number): Promise<void> {
  await benchReading();
  await benchUploads(documents);
}
