import { describe, expect, test } from "bun:test";
import { QuarryError } from "@quarry/core";
import { readFormBody, readJsonBody } from "./request-body.ts";

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

  test("is refused where it passes the limit, when its length is unknown or a lie", async () => {
    for (const headers of [JSON_TYPE, { ...JSON_TYPE, "content-length": "5" }]) {
      const { state, body } = streamed();
      const error = await refusal(readJsonBody(request(body, headers), 5000));
      expect([error.status, error.message]).toEqual([
        413,
        "The body is larger than the 5000 bytes that are allowed.",
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

describe("a multipart body", () => {
  const form = (boundary: string, text: string) =>
    request(text, { "content-type": `multipart/form-data; boundary=${boundary}` });

  test("is read in its order, names that repeat included", async () => {
    const data = new FormData();
    data.append("file", new File(["héllo"], "ä.txt", { type: "text/plain" }));
    data.append("a", "1");
    data.append("a", "2");
    const parts = await readFormBody(request(data, {}), 10_000);
    expect(parts.map(([name]) => name)).toEqual(["file", "a", "a"]);
    expect(parts.slice(1).map(([, value]) => value)).toEqual(["1", "2"]);
    const file = parts[0]?.[1] as File;
    expect([file.name, await file.text()]).toEqual(["ä.txt", "héllo"]);
  });

  test("is refused when it is malformed or too large", async () => {
    const text = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nsecret\r\n';
    for (const broken of [form("y", text), form("x", "secret"), request("a=secret", {})]) {
      const error = await refusal(readFormBody(broken, 10_000));
      expect(error.code).toBe("invalid_request");
      expect(error.message).not.toContain("secret");
    }
    expect((await refusal(readFormBody(form("x", `${text}--x--`), 20))).status).toBe(413);
  });
});
