import { expect, test } from "bun:test";
import { TextChanged } from "../../records/documents/text-pieces.ts";
import { contentResponse, type DocumentToSend } from "./content-response.ts";

const document: DocumentToSend["document"] = {
  ...{ id: "doc_1", filename: "a.md", status: "COMPLETED", metadata: {} },
  ...{ mimeType: "text/markdown", fileSize: "5", createdAt: "", updatedAt: "" },
};

async function* textOf(text: string): DocumentToSend["pieces"] {
  yield { text, isLast: true };
}

// biome-ignore lint/correctness/useYield: it fails before its first piece.
async function* changed(): DocumentToSend["pieces"] {
  throw new TextChanged();
}

/** Reads a document that changes before its text is read, some times. */
function changing(times: number) {
  let reads = 0;
  return async () => {
    reads += 1;
    return { document, pieces: reads <= times ? changed() : textOf("heron") };
  };
}

test("a document that changes before its text is read is read again", async () => {
  const answer = await contentResponse(changing(4));
  expect(await answer.json()).toEqual({ ...document, content: "heron" });
});

test("a document that changes each time has to be asked for again", async () => {
  await expect(contentResponse(changing(5))).rejects.toMatchObject({
    ...{ code: "unavailable", retryAfterMs: 1000 },
  });
});
