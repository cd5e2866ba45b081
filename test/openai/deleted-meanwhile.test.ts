import { expect, test } from "bun:test";
import OpenAI from "openai";
import { startApp } from "../support/in-process-app.ts";
import { openAiClient, textFile } from "./client.ts";

const ROUNDS = 40;

test("a file that is deleted while it is attached is refused as missing, and is no defect", async () => {
  const app = await startApp();
  try {
    const client = openAiClient(app);
    const store = await client.vectorStores.create({ name: "Tides" });
    const outcomes = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const file = textFile(`tide-${round}.md`, `# Tide ${round}\n\nHigh water at noon.`);
      const { id } = await client.files.create({ file, purpose: "assistants" });
      const attached = client.vectorStores.files.create(store.id, { file_id: id }).then(
        () => "attached",
        (error: unknown) => (error instanceof OpenAI.APIError ? `${error.status}` : String(error)),
      );
      await Bun.sleep(round % 8);
      await client.files.delete(id);
      outcomes.add(await attached);
    }
    expect([...outcomes].filter((outcome) => !["attached", "404", "409"].includes(outcome))).toEqual([]);
  } finally {
    await app.stop();
  }
}, 60_000);
