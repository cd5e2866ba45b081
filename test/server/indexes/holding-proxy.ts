/** A proxy in front of an HTTP server that can hold requests back. */
export interface HoldingProxy {
  readonly url: string;
  /** Starts to hold back requests to matching paths. */
  hold(path: RegExp): void;
  /** Resolves as soon as a request is held back. */
  holding(): Promise<void>;
  /** Releases all requests. */
  release(): void;
  stop(): Promise<void>;
}

/** Starts a proxy in front of the server at `target`. */
export function startHoldingProxy(target: string): HoldingProxy {
  let held: RegExp | undefined;
  let gate = Promise.withResolvers<void>();
  let isHolding = Promise.withResolvers<void>();
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const body = request.method === "GET" ? undefined : await request.text();
      if (held?.test(pathname)) {
        isHolding.resolve();
        await gate.promise;
      }
      const { method, headers } = request;
      headers.delete("host");
      return fetch(target + pathname + search, { method, headers, ...(body === undefined ? {} : { body }) });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    hold(path) {
      gate = Promise.withResolvers();
      isHolding = Promise.withResolvers();
      held = path;
    },
    holding: () => isHolding.promise,
    release() {
      held = undefined;
      gate.resolve();
    },
    stop: () => server.stop(true),
  };
}
