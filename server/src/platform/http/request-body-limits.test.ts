import { describe, expect, test } from "bun:test";
import { QuarryError } from "@quarry/core";
import { readJsonBody } from "./request-body.ts";

const JSON_TYPE = { "content-type": "application/json" };
const request = (body: RequestInit["body"], headers: Record<string, string> = JSON_TYPE) =>
  new Request("http://quarry.test/api", { method: "POST", body, headers });
async function refusal(reading: Promise<unknown>): Promise<QuarryError> {
  const error = await reading.catch((reason: unknown) => reason);
  if (!(error instanceof QuarryError)) throw new Error(`not refused: ${JSON.stringify(error)}`);
  return error;
}

/** A body of unknown length; `pulls` counts the pieces of 1,000 bytes that were asked for. */
function streamed() {
  const state = { pulls: 0, isCancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        state.pulls += 1;
        controller.enqueue(new Uint8Array(1000).fill(0x20));
        if (state.pulls >= 10_000) controller.close();
      },
      cancel() {
        state.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { state, body };
}

describe("a body that is too large", () => {
  test("is refused by its announced length, before it is read", async () => {
    const { state, body } = streamed();
    const announced = request(body, { ...JSON_TYPE, "content-length": "101" });
    expect((await refusal(readJsonBody(announced, 100))).code).toBe("payload_too_large");
    expect(state.pulls).toBe(0);
  });

  test("is refused at the limit when its length is unknown or wrong", async () => {
    const contradicting = { ...JSON_TYPE, "content-length": "5", "transfer-encoding": "chunked" };
    for (const headers of [JSON_TYPE, contradicting]) {
      const { state, body } = streamed();
      const error = await refusal(readJsonBody(request(body, headers), 5000));
      expect([error.status, error.message]).toEqual([
        413,
        "The body is larger than the limit of 5000 bytes.",
      ]);
      expect(state.pulls).toBeLessThan(50);
      expect(state.isCancelled).toBe(true);
    }
  });

  test("is one byte larger than one that is taken", async () => {
    expect(await readJsonBody(request('"12345678"'), 10)).toBe("12345678");
    expect((await refusal(readJsonBody(request('"123456789"'), 10))).status).toBe(413);
  });
});
