import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";

/** A model hub on loopback, in place of Hugging Face's. */
export interface ModelHub {
  readonly url: string;
  /** Requested paths. */
  readonly asked: readonly string[];
  /** How it sends the weights: `cut` breaks the connection half-way, `hang` never sends the second half. */
  behave(behaviour: Behaviour): void;
  stop(): void;
}

type Behaviour = "good" | "slow" | "cut" | "hang";

/** Starts a hub with one model. */
export async function startModelHub(
  name: string,
  files: ReadonlyMap<string, string | Uint8Array>,
): Promise<ModelHub> {
  const asked: string[] = [];
  let behaviour: Behaviour = "good";

  async function sendWeights(response: ServerResponse, bytes: Uint8Array): Promise<void> {
    const half = bytes.length >>> 1;
    response.write(bytes.subarray(0, half));
    await Bun.sleep(50);
    if (behaviour === "cut") response.destroy();
    if (behaviour !== "slow") return;
    const step = Math.ceil(bytes.length / 16);
    for (let at = half; at < bytes.length; at += step) {
      await Bun.sleep(500);
      response.write(bytes.subarray(at, at + step));
    }
    response.end();
  }

  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    asked.push(path);
    const content = files.get(path.replace(`/${name}/resolve/main/`, ""));
    if (content === undefined) {
      response.writeHead(404).end("Entry not found");
      return;
    }
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    response.writeHead(200, { "content-length": bytes.length });
    if (behaviour === "good" || !path.endsWith(".onnx")) response.end(bytes);
    else void sendWeights(response, bytes);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`,
    asked,
    behave(next) {
      behaviour = next;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
