import { benchReading } from "./reading.ts";
import { benchUploads } from "./uploads.ts";

/** Measures ingestion: the throughput of each stage, and memory. */
export async function benchIngest(documents: number): Promise<void> {
  await benchReading();
  await benchUploads(documents);
}
