import { afterEach, describe, expect, test } from "bun:test";
import { type ParseProgress, QuarryError } from "@quarry/core";
import { createParserRegistry } from "@quarry/parsers";
import { createPreparer, type FileToPrepare } from "../../../server/src/ingest/prepare/preparer.ts";
import { childProcesses } from "../../support/child-processes.ts";
import { smallPdf } from "../../support/small-pdf.ts";

const SETTINGS = {
  count: 1,
  ocr: {},
  stallMs: 60_000,
  timeoutMs: 60_000,
  maxMemoryBytes: 1_500_000_000,
  environment: { PATH: process.env.PATH ?? "" },
};
const open: (() => void)[] = [];
const logged: unknown[][] = [];
afterEach(async () => {
  for (const close of open.splice(0)) close();
  await eventually(() => children().length === 0);
});

function preparer(settings: Partial<typeof SETTINGS> = {}) {
  const log = { error: (...line: unknown[]) => void logged.push(line) };
  const created = createPreparer(createParserRegistry(), { ...SETTINGS, ...settings }, log);
  open.push(created.close);
  return created;
}

function fileOf(filename: string, content: string | Uint8Array): FileToPrepare {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
  };
  return {
    filename,
    declaredMimeType: undefined,
    chunking: null,
    size: bytes.length,
    open: async () => pieces(),
  };
}

/** Repeats a text until it is too large to be read in this process. */
const long = (text: string) => text.repeat(Math.ceil(100_000 / text.length));

async function rejectionOf(task: Promise<unknown>): Promise<QuarryError> {
  const error = await task.then(
    () => undefined,
    (problem: unknown) => problem,
  );
  if (!QuarryError.isInstance(error)) throw new Error(`expected a QuarryError, got ${String(error)}`);
  return error;
}

/** Ids of the prepare processes of this process. */
const children = (parent = process.pid) => childProcesses(parent, "prepare/child.ts");

async function eventually(probe: () => boolean): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; await Bun.sleep(20)) if (probe()) return;
  throw new Error("the condition was still false after 10 s");
}

describe("a file", () => {
  test("gives the same result in this process and in a separate one", async () => {
    const { prepare } = preparer();
    const text = long(
      "# Über\n\nA paragraph 東京 😀 of *some* words.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n",
    );
    const separate = await prepare(fileOf("a.md", text));
    const inProcess = await prepare(fileOf("a.md", text.slice(0, 60_000)));
    expect(separate.text).toBe(text);
    expect(separate.chunks.length).toBeGreaterThan(50);
    expect(separate.chunks[0]).toEqual(inProcess.chunks[0] as (typeof separate.chunks)[number]);
    for (const { content, metadata } of separate.chunks)
      expect(separate.text.slice(Number(metadata.start), Number(metadata.end))).toBe(content);
  });

  test("that cannot be read is rejected with a reason, and the next file is read", async () => {
    const { prepare } = preparer();
    const rejection = await rejectionOf(prepare(fileOf("a.pdf", "%PDF-1.4\nbroken")));
    expect(rejection).toMatchObject({ code: "invalid_request", message: expect.stringContaining("damaged") });
    expect((await prepare(fileOf("a.txt", long("words and words. ")))).chunks.length).toBeGreaterThan(1);
  });

  test("logs an exception of a parser with its stack, without the file's name and text", async () => {
    const { prepare } = preparer();
    const pdf = new TextDecoder().decode(smallPdf(["A secret text"])).replace("endstream", "end");
    const rejection = await rejectionOf(prepare(fileOf("secret.pdf", pdf)));
    expect(rejection.message).toContain("damaged");
    const [message, cause, fields] = logged.at(-1) ?? [];
    expect([message, fields]).toEqual(["a parser failed on a file", { type: ".pdf" }]);
    expect(cause).toMatchObject({ stack: expect.stringMatching(/^\s*at /m) });
    expect(`${String(cause)} ${(cause as Error).stack}`).not.toMatch(/secret/);
  });

  test("whose stream fails is rejected with the error of the stream", async () => {
    const { prepare } = preparer();
    const pieces = async function* () {
      yield new Uint8Array(10);
      throw new QuarryError("unavailable", "The disk is offline.");
    };
    const file = { ...fileOf("a.txt", long("a ")), open: async () => pieces() };
    expect((await rejectionOf(prepare(file))).message).toBe("The disk is offline.");
    expect((await prepare(fileOf("a.txt", long("words. ")))).chunks.length).toBeGreaterThan(1);
  });
});

test("a file whose process gets no processor for a while is read afterwards", async () => {
  const { prepare } = preparer({ stallMs: 2000 });
  await prepare(fileOf("a.txt", long("The process has started. ")));
  const reading = prepare(fileOf("b.txt", long("words. ")));
  for (const pid of children()) process.kill(pid, "SIGSTOP");
  await Bun.sleep(3000);
  for (const pid of children()) process.kill(pid, "SIGCONT");
  expect((await reading).chunks.length).toBeGreaterThan(1);
});

describe("a hostile file", () => {
  test("is stopped when it makes no progress", async () => {
    const { prepare } = preparer({ stallMs: 1 });
    const rejection = await rejectionOf(prepare(fileOf("a.txt", long("words. "))));
    expect(rejection).toMatchObject({
      code: "invalid_request",
      message: expect.stringMatching(/stopped after \d+ seconds/),
    });
    await eventually(() => children().length === 0);
  });

  test("is stopped when it takes too much memory", async () => {
    const { prepare } = preparer({ maxMemoryBytes: 10_000_000 });
    const rejection = await rejectionOf(prepare(fileOf("a.txt", long("words. "))));
    expect(rejection.message).toContain("more than 10 MB of memory");
    await eventually(() => children().length === 0);
  });

  test("is rejected after it crashes its process three times, without affecting other files", async () => {
    const { prepare } = preparer();
    let started = 0;
    const killChildren = async function* () {
      started += 1;
      yield new Uint8Array(10);
      await eventually(() => children().length > 0);
      for (const pid of children()) process.kill(pid, "SIGKILL");
      await Bun.sleep(100);
    };
    const file = { ...fileOf("a.txt", long("a ")), open: async () => killChildren() };
    const rejection = await rejectionOf(prepare(file));
    expect(rejection).toMatchObject({ code: "invalid_request", message: expect.stringContaining("3 times") });
    expect(started).toBe(3);
    expect((await prepare(fileOf("a.txt", long("words. ")))).chunks.length).toBeGreaterThan(1);
  });
});

describe("prepare processes", () => {
  test("read one file after another and end with the preparer", async () => {
    const { prepare, close } = preparer();
    await prepare(fileOf("a.txt", long("words. ")));
    const [first, ...others] = children();
    expect(others).toEqual([]);
    await Promise.all([1, 2, 3].map((number) => prepare(fileOf(`${number}.txt`, long("words. ")))));
    expect(children()).toEqual([first as number]);
    close();
    await eventually(() => children().length === 0);
  });

  test("that end while idle are replaced", async () => {
    const { prepare } = preparer({ count: 2 });
    for (let round = 0; round < 4; round += 1) {
      await Promise.all([1, 2].map((number) => prepare(fileOf(`${number}.txt`, long("words. ")))));
      for (const pid of children()) process.kill(pid, "SIGKILL");
      await eventually(() => children().length === 0);
    }
  });

  test("do not receive the service's secrets", async () => {
    process.env.QUARRY_ROOT_KEY = "secret-of-the-service";
    try {
      const { prepare } = preparer();
      await prepare(fileOf("a.txt", long("words. ")));
      const environments = children().map((pid) => Bun.file(`/proc/${pid}/environ`).text());
      expect((await Promise.all(environments)).join()).not.toContain("secret");
    } finally {
      delete process.env.QUARRY_ROOT_KEY;
    }
  });

  test("end when the service is killed", async () => {
    const script = `
      import { createParserRegistry } from "@quarry/parsers";
      import { createPreparer } from "${import.meta.dir}/../../../server/src/ingest/prepare/preparer.ts";
      const { prepare } = createPreparer(createParserRegistry(), ${JSON.stringify(SETTINGS)}, { error() {} });
      const never = async function* () { yield new Uint8Array(10); await new Promise(() => {}); };
      setInterval(() => {}, 1000);
      await prepare({ filename: "a.txt", declaredMimeType: undefined, size: 100_000, open: async () => never() });`;
    const service = Bun.spawn([process.execPath, "-e", script], {
      cwd: import.meta.dir,
      stdio: ["ignore", "ignore", "inherit"],
    });
    await eventually(() => children(service.pid).length === 1);
    const [pid = 0] = children(service.pid);
    await Bun.sleep(500);
    service.kill("SIGKILL");
    await eventually(() => !isAlive(pid));
  });
});

test("progress is reported while a file is read", async () => {
  const { prepare } = preparer();
  const seen: ParseProgress[] = [];
  await prepare(fileOf("a.pdf", smallPdf(["Page one.", "Page two.", "Page three."])), (progress) =>
    seen.push(progress),
  );
  expect(seen).toContainEqual({ stage: "reading", pagesDone: 2, pagesTotal: 3 });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
