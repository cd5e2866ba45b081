import { Quarry } from "@quarry/sdk";
import { roundTrip } from "./round-trip.ts";

const LARGE_BYTES = 30_000_000;

/** Uploads a large file and returns the progress. */
async function upload(quarry: Quarry) {
  const { space } = await quarry.spaces.create({ name: "Browser" });
  const loaded: number[] = [];
  const file = new Blob([new Uint8Array(LARGE_BYTES).fill(0x20)]);
  const sent = quarry.documents.upload(
    { spaceId: space.id, filename: "large.txt", file },
    { onProgress: ({ loadedBytes }) => loaded.push(loadedBytes) },
  );
  await sent.asResponse();
  await quarry.spaces.purge(space.id);
  return { loaded, totalBytes: LARGE_BYTES };
}

// The test calls these functions by name, because the page cannot import the module.
Object.assign(globalThis, {
  runRoundTrip: (baseUrl: string, apiKey: string) => roundTrip(new Quarry({ baseUrl, apiKey })),
  runUpload: (baseUrl: string, apiKey: string) => upload(new Quarry({ baseUrl, apiKey })),
});
