import { createConnection } from "node:net";

/** What came back for the bytes that were sent. */
export interface Exchange {
  /** The status of each answer, in order; empty when the connection closed without one. */
  readonly statuses: readonly number[];
  readonly text: string;
  readonly ms: number;
  /** `complete`: a whole answer came; `closed`: the server closed the connection; `silent`: the time passed; `refused`: no server. */
  readonly end: "complete" | "closed" | "silent" | "refused";
}

const MAX_KEPT_BYTES = 4_000_000;

/**
 * Sends bytes over a connection of their own and reads until a whole answer is there.
 * @param patienceMs How long to wait for it.
 */
export function exchange(
  { host, port }: { readonly host: string; readonly port: number },
  bytes: Uint8Array,
  { method, patienceMs }: { readonly method: string; readonly patienceMs: number },
): Promise<Exchange> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const received: Buffer[] = [];
    let size = 0;
    let isConnected = false;
    const socket = createConnection({ host, port });
    const finish = (end: Exchange["end"]): void => {
      clearTimeout(timer);
      socket.destroy();
      const text = Buffer.concat(received).toString("latin1");
      const statuses = [...text.matchAll(/HTTP\/1\.[01] (\d{3})/g)].map(([, status]) => Number(status));
      resolve({
        statuses: statuses.filter((status) => status >= 200),
        text: Buffer.from(text, "latin1").toString(),
        ms: performance.now() - startedAt,
        end,
      });
    };
    const timer = setTimeout(() => finish("silent"), patienceMs);
    socket.on("connect", () => {
      isConnected = true;
      socket.write(bytes);
    });
    socket.on("data", (data: Buffer) => {
      size += data.byteLength;
      if (size < MAX_KEPT_BYTES) received.push(data);
      if (isComplete(Buffer.concat(received), method, size)) finish("complete");
    });
    socket.on("error", () => finish(isConnected ? "closed" : "refused"));
    socket.on("close", () => finish("closed"));
  });
}

/** True when the bytes are a whole answer. */
function isComplete(bytes: Buffer, method: string, size: number): boolean {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const head = bytes.subarray(0, end).toString("latin1").toLowerCase();
  const status = Number(/^http\/1\.[01] (\d{3})/.exec(head)?.[1]);
  if (status < 200) return isComplete(bytes.subarray(end + 4), method, size - end - 4);
  if (method === "HEAD" || status === 204 || status === 304) return true;
  // An event stream does not end.
  if (head.includes("content-type: text/event-stream")) return true;
  const length = /\r\ncontent-length: *(\d+)/.exec(head)?.[1];
  if (length !== undefined) return size >= end + 4 + Number(length);
  return head.includes("transfer-encoding: chunked") && bytes.subarray(-5).toString() === "0\r\n\r\n";
}
