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
  /** Stops the process where it is: connections stay open and get no answer. */
  freeze(): void;
  /** Lets a frozen process go on. */
  thaw(): void;
  /** Ends the process; its files stay, and connections are refused. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, at the same address. */
  revive(): Promise<void>;
  /** Stops the server and deletes its files. */
  stop(): Promise<void>;
}

const PROGRAM = fileURLToPath(import.meta.resolve("s3rver/bin/s3rver.js"));
const BUCKET = "quarry-test";

/** Starts an S3 server under Node on a free port. */
export async function startS3(): Promise<TestS3> {
  const folder = await mkdtemp(join(tmpdir(), "quarry-s3-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  let server = await launch(folder, "0").catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  const { port } = server;
  return {
    bucket: BUCKET,
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
    freeze: () => server.child.kill("SIGSTOP"),
    thaw: () => server.child.kill("SIGCONT"),
    kill: () => end(server.child),
    async revive() {
      server = await launch(folder, port);
    },
    async stop() {
      await end(server.child);
      await remove();
    },
  };
}

async function launch(folder: string, port: string) {
  const child = Bun.spawn(
    ["node", PROGRAM, "-d", folder, "-a", "127.0.0.1", "-p", port, "--configure-bucket", BUCKET],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let output = "";
  // Keep reading: the server exits when its output pipe closes.
  const found = await new Promise<string | undefined>((resolve) => {
    const listen = async () => {
      for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
        output += text;
        const listening = /listening on\D*(?:[\d.]+:)?(\d+)/i.exec(output)?.[1];
        if (listening) resolve(listening);
      }
      resolve(undefined);
    };
    void listen();
  });
  if (found) return { child, port: found };
  await end(child);
  throw new Error(`the S3 server did not start: ${output}`);
}

async function end(child: Bun.Subprocess): Promise<void> {
  child.kill("SIGKILL");
  await child.exited;
}
