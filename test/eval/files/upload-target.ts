import { Quarry } from "@quarry/sdk";
import { startServer } from "../../support/running-server.ts";
import { watchMemory } from "./process-memory.ts";
import type { UploadTarget } from "./upload-file.ts";

/** Runs work on a new server with an empty space, and stops the server afterwards. */
export async function withUploadTarget<Result>(
  name: string,
  work: (target: UploadTarget) => Promise<Result>,
): Promise<Result> {
  const server = await startServer();
  const memory = watchMemory(server.pid);
  const interrupted = (): void => void server.stop().finally(() => process.exit(130));
  process.once("SIGINT", interrupted).once("SIGTERM", interrupted);
  try {
    const quarry = new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl });
    const { space } = await quarry.spaces.create({ name });
    return await work({ server, quarry, spaceId: space.id, memory });
  } finally {
    memory.stop();
    await server.stop();
  }
}
