import { describe, expect, test } from "bun:test";
import { QuarryError } from "@quarry/core";
import fc from "fast-check";
import { collectBytes } from "../bytes.ts";
import { readMultipart } from "./multipart.ts";

const MAX_BYTES = 10_000_000;

interface Part {
  readonly name: string;
  readonly value: string;
  readonly filename?: string;
}

/** A request whose body comes in pieces of `pieceBytes`. */
function inPieces(bytes: Uint8Array, contentType: string, pieceBytes: number): Request {
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + pieceBytes));
      at += pieceBytes;
    },
  });
  return new Request("http://quarry.test/", {
    method: "POST",
    body,
    headers: { "content-type": contentType },
  });
}

const raw = (text: string, boundary = "x", pieceBytes = 7) =>
  inPieces(new TextEncoder().encode(text), `multipart/form-data; boundary=${boundary}`, pieceBytes);

async function read(request: Request, maxBytes = MAX_BYTES): Promise<Part[]> {
  const parts: Part[] = [];
  await readMultipart(request, maxBytes, {
    field: (name, value) => void parts.push({ name, value }),
    async file(name, { filename, bytes }) {
      const at = parts.push({ name, value: "", filename }) - 1;
      const value = new TextDecoder().decode(await collectBytes(bytes));
      parts[at] = { name, value, filename };
    },
  });
  return parts;
}

async function refusal(reading: Promise<unknown>): Promise<QuarryError> {
  const error = await reading.catch((reason: unknown) => reason);
  if (!(error instanceof QuarryError)) throw new Error(`not refused: ${JSON.stringify(error)}`);
  return error;
}

describe("a multipart body", () => {
  test("is read in its order, names that repeat included", async () => {
    const form = new FormData();
    form.append("file", new File(["héllo"], "ä 1.txt", { type: "text/plain" }));
    form.append("a", "1");
    form.append("a", "zwei ✓");
    form.append("empty", new File([], "e.bin"));
    expect(await read(new Request("http://quarry.test/", { method: "POST", body: form }))).toEqual([
      { name: "file", value: "héllo", filename: "ä 1.txt" },
      { name: "a", value: "1" },
      { name: "a", value: "zwei ✓" },
      { name: "empty", value: "", filename: "e.bin" },
    ]);
  });

  test("is the same however it is cut into pieces", async () => {
    const text = fc.string({ unit: "binary", maxLength: 200 }).map((value) => value.toWellFormed());
    const parts = fc.array(fc.record({ value: text, isFile: fc.boolean() }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(parts, fc.integer({ min: 1, max: 60 }), async (list, pieceBytes) => {
        const form = new FormData();
        for (const { value, isFile } of list)
          if (isFile) form.append("file", new File([value], "f.txt"));
          else form.append("field", value);
        // An empty form has nothing that could be cut.
        form.append("last", "x");
        const sent = new Response(form);
        const type = sent.headers.get("content-type") ?? "";
        const bytes = new Uint8Array(await sent.arrayBuffer());
        const whole = await read(inPieces(bytes, type, bytes.length));
        expect(await read(inPieces(bytes, type, pieceBytes))).toEqual(whole);
        const files = list.filter(({ isFile }) => isFile).map(({ value }) => value);
        expect(whole.filter(({ name }) => name === "file").map(({ value }) => value)).toEqual(files);
      }),
      { numRuns: 60 },
    );
  });

  test("is refused when it is malformed, ends early, or is too large, without repeating what it holds", async () => {
    const text = '--x\r\nContent-Disposition: form-data; name="a"; filename="f"\r\n\r\nsecret\r\n';
    for (const broken of [raw(text), raw(text.slice(0, -5)), raw(text.slice(0, 20)), raw("secret", "")]) {
      const error = await refusal(read(broken));
      expect([error.code, error.message.includes("secret")]).toEqual(["invalid_request", false]);
    }
    for (const type of ["text/plain", "multipart/form-data"])
      expect((await refusal(read(inPieces(new Uint8Array(3), type, 3)))).code).toBe("invalid_request");
    expect((await refusal(read(raw(`${text}--x--`), 20))).status).toBe(413);
    const field = `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${"y".repeat(1_000_001)}\r\n--x--`;
    expect((await refusal(read(raw(field, "x", 65_536)))).status).toBe(413);
    const many = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(60);
    expect((await refusal(read(raw(`${many}--x--`)))).message).toContain("50 parts");
  });

  test("skips a file that the reader does not read", async () => {
    const form = new FormData();
    form.append("file", new File(["z".repeat(300_000)], "big.txt"));
    form.append("after", "1");
    const after: string[] = [];
    await readMultipart(new Request("http://quarry.test/", { method: "POST", body: form }), MAX_BYTES, {
      field: (name) => void after.push(name),
      file: async () => undefined,
    });
    expect(after).toEqual(["after"]);
  });

  test("is read no faster than its file is taken", async () => {
    let pulled = 0;
    const head = new TextEncoder().encode(
      '--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n',
    );
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          controller.enqueue(pulled === 0 ? head : new Uint8Array(65_536));
          pulled += 1;
        },
      },
      { highWaterMark: 0 },
    );
    const request = new Request("http://quarry.test/", {
      method: "POST",
      body,
      headers: { "content-type": "multipart/form-data; boundary=x" },
    });
    const stop = new QuarryError("payload_too_large", "enough");
    const error = await refusal(
      readMultipart(request, MAX_BYTES, {
        field: () => undefined,
        async file(_, { bytes }) {
          let size = 0;
          for await (const piece of bytes) {
            size += piece.byteLength;
            await Bun.sleep(1);
            if (size > 600_000) throw stop;
          }
        },
      }),
    );
    expect(error).toBe(stop);
    // 600,000 bytes are ten pieces; the rest is what waits between the two.
    expect(pulled).toBeLessThan(20);
  });
});
