import { expect, test } from "bun:test";
import { connect } from "node:net";
import { until } from "../../../../test/support/until.ts";
import { TextChanged } from "../../records/documents/text-pieces.ts";
import { contentResponse, type DocumentToSend } from "./content-response.ts";

const document: DocumentToSend["document"] = {
  ...{ id: "doc_1", filename: "a.md", status: "COMPLETED", metadata: {} },
  ...{ mimeType: "text/markdown", sizeBytes: 5, fileSize: "5", createdAt: "", updatedAt: "" },
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

/** Pieces of a long text; tells how many were taken, and whether the reader ended. */
function longText() {
  const seen = { taken: 0, isEnded: false };
  async function* pieces(): DocumentToSend["pieces"] {
    try {
      for (let at = 1; at <= 100; at += 1) {
        seen.taken = at;
        yield { text: "x".repeat(1 << 20), isLast: at === 100 };
      }
    } finally {
      seen.isEnded = true;
    }
  }
  return { seen, read: async () => ({ document, pieces: pieces() }) };
}

test("a client that does not read holds few pieces, and is ended after a while", async () => {
  const { seen, read } = longText();
  const server = Bun.serve({ port: 0, fetch: () => contentResponse(read, undefined, 500) });
  const socket = connect({ host: "127.0.0.1", port: Number(server.port) });
  try {
    socket.pause();
    socket.write("GET / HTTP/1.1\r\nHost: quarry\r\n\r\n");
    await until("the reader to end", async () => seen.isEnded || undefined);
    // What the system keeps for the connection, and one more.
    expect(seen.taken).toBeLessThan(20);
  } finally {
    socket.destroy();
    await server.stop(true);
  }
});

test("a client that leaves ends the reader, also before it has taken anything", async () => {
  for (const takesFirst of [true, false]) {
    const { seen, read } = longText();
    const { body } = await contentResponse(read);
    const reader = body?.getReader();
    if (takesFirst) await reader?.read();
    await reader?.cancel();
    expect(seen).toEqual({ taken: 1, isEnded: true });
  }
});

test("an answer that is never read ends its reader", async () => {
  const { seen, read } = longText();
  const answer = await contentResponse(read, undefined, 50);
  await until("the reader to end", async () => seen.isEnded || undefined);
  await expect(answer.text()).rejects.toThrow("does not read");
});
