/** A connection that sends one request at a time and stays open. */
export interface HttpConnection {
  /** Resolves with the status and headers when the answer is read to its end; `keep` keeps its body. */
  send(request: Uint8Array, keep: boolean): Promise<HttpAnswer>;
  /** False when the server has closed it, as servers do with connections that are idle. */
  isOpen(): boolean;
  close(): void;
}

/** An answer. */
export interface HttpAnswer {
  readonly status: number;
  readonly head: string;
  /** Empty unless it was to be kept. */
  readonly body: string;
}

const HEAD_END = new TextEncoder().encode("\r\n\r\n");
const LAST_CHUNK = "0\r\n\r\n";

/**
 * Opens a connection. Raw sockets cost a fraction of `fetch`, and the generator shares the processors with the servers that
 * it measures.
 */
export async function openHttpConnection(hostname: string, port: number): Promise<HttpConnection> {
  let waiting: PromiseWithResolvers<HttpAnswer> | undefined;
  let unsent: Uint8Array = new Uint8Array(0);
  let pieces: Buffer[] = [];
  let head = "";
  let left = 0;
  let isChunked = false;
  let keeps = false;
  let last = "";
  let isOpen = true;

  function fail(reason: string): void {
    waiting?.reject(new Error(reason));
    waiting = undefined;
  }

  function begin(data: Buffer): Buffer | undefined {
    const joined = pieces.length > 0 ? Buffer.concat([...pieces, data]) : data;
    const end = joined.indexOf(HEAD_END);
    if (end === -1) {
      pieces = [joined];
      return undefined;
    }
    pieces = [];
    head = joined.toString("latin1", 0, end);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head);
    isChunked = length === null && /\r\ntransfer-encoding: *chunked/i.test(head);
    left = Number(length?.[1] ?? 0);
    last = "";
    return joined.subarray(end + HEAD_END.length);
  }

  function receive(data: Buffer): void {
    let body: Buffer | undefined = data;
    if (head === "") body = begin(data);
    if (body === undefined) return;
    // The socket reuses its buffer after this call.
    if (keeps) pieces.push(Buffer.from(body));
    left -= body.length;
    if (isChunked) last = (last + body.toString("latin1", Math.max(0, body.length - 5))).slice(-5);
    if (isChunked ? last !== LAST_CHUNK : left > 0) return;
    const answer = { status: Number(head.slice(9, 12)), head, body: Buffer.concat(pieces).toString() };
    [head, pieces] = ["", []];
    const done = waiting;
    waiting = undefined;
    done?.resolve(answer);
  }

  const socket = await Bun.connect({
    hostname,
    port,
    socket: {
      // A head in several pieces is copied, because the socket reuses its buffer.
      data: (_, data) => receive(head === "" && pieces.length > 0 ? Buffer.from(data) : data),
      drain(self) {
        unsent = unsent.subarray(self.write(unsent));
      },
      close() {
        isOpen = false;
        fail("The server closed the connection.");
      },
      error: (_, problem) => fail(problem.message),
    },
  });
  return {
    send(request, keep) {
      waiting = Promise.withResolvers<HttpAnswer>();
      keeps = keep;
      unsent = request.subarray(socket.write(request));
      return waiting.promise;
    },
    isOpen: () => isOpen,
    close: () => socket.end(),
  };
}
