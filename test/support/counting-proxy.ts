/** One call that went through a {@link CountingProxy}. */
export interface CountedCall {
  readonly method: string;
  readonly path: string;
  /** Filenames of the documents in its body. */
  readonly filenames: readonly string[];
}

/** A proxy that counts calls. A call continues after its caller disconnects. */
export interface CountingProxy {
  readonly url: string;
  readonly calls: CountedCall[];
  /** Calls that the server has answered. */
  readonly answered: CountedCall[];
  underWay(): number;
  stop(): Promise<void>;
}

/** Starts a proxy. Each call waits for `before`. */
export function startCountingProxy(
  target: string,
  before: (call: CountedCall) => Promise<void> | void = () => {},
): CountingProxy {
  const calls: CountedCall[] = [];
  const answered: CountedCall[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const sent = await request.bytes();
      const call = {
        ...{ method: request.method, path: pathname },
        filenames: filenamesIn(new TextDecoder().decode(sent)),
      };
      calls.push(call);
      await before(call);
      const headers = new Headers(request.headers);
      headers.delete("host");
      const response = await fetch(target + pathname + search, {
        ...{ method: request.method, headers },
        ...(sent.byteLength === 0 ? {} : { body: sent }),
      });
      const body = await response.text();
      answered.push(call);
      return new Response(body, { status: response.status, headers: plainHeaders(response.headers) });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    calls,
    answered,
    underWay: () => calls.length - answered.length,
    stop: () => server.stop(true),
  };
}

function filenamesIn(text: string): string[] {
  const [, ofForm] = /name="filename"\r\n\r\n([^\r]*)\r\n/.exec(text) ?? [];
  if (ofForm !== undefined) return [ofForm];
  if (!text.startsWith("{")) return [];
  const { filename, documents = [] } = JSON.parse(text) as {
    filename?: string;
    documents?: { filename: string }[];
  };
  return filename === undefined ? documents.map((document) => document.filename) : [filename];
}

/** Omits headers about the transfer encoding of the body. */
function plainHeaders(headers: Headers): Headers {
  const plain = new Headers(headers);
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) plain.delete(name);
  return plain;
}
