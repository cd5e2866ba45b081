import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A local S3 server with one bucket. */
export interface TestS3 {
  readonly bucket: string;
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Stops the server and deletes its files. */
  stop(): Promise<void>;
}

const PROGRAM = fileURLToPath(import.meta.resolve("s3rver/bin/s3rver.js"));
const BUCKET = "quarry-test";

/** Starts an S3 server under Node on a free port. */
export async function startS3(): Promise<TestS3> {
  const folder = await mkdtemp(join(tmpdir(), "quarry-s3-"));
  const child = Bun.spawn(
    ["node", PROGRAM, "-d", folder, "-a", "127.0.0.1", "-p", "0", "--configure-bucket", BUCKET],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const stop = async () => {
    child.kill("SIGKILL");
    await child.exited;
    await rm(folder, { recursive: true, force: true });
  };
  let output = "";
  // Keep reading: the server exits when its output pipe closes.
  const port = await new Promise<string | undefined>((resolve) => {
    const listen = async () => {
      for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
        output += text;
        const found = /listening on\D*(?:[\d.]+:)?(\d+)/i.exec(output)?.[1];
        if (found) resolve(found);
      }
      resolve(undefined);
    };
    void listen();
  });
  if (port)
    return {
      bucket: BUCKET,
      endpoint: `http://127.0.0.1:${port}`,
      region: "us-east-1",
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
      stop,
    };
  await stop();
  throw new Error(`the S3 server did not start: ${output}`);
}
