export interface CallOptions {
  readonly body?: unknown;
  /** Default: the root key. `null` sends no credentials. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly rawBody?: string | Uint8Array<ArrayBuffer> | FormData;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON body; an empty object when the body is not a JSON object. */
  readonly json: Record<string, unknown>;
}

export type Caller = (method: string, path: string, options?: CallOptions) => Promise<Reply>;

/** Sends requests to one server and returns status, headers and JSON body for any status. */
export function createCaller(server: { readonly baseUrl: string; readonly rootKey: string }): Caller {
  return async (method, path, { body, key = server.rootKey, headers, rawBody } = {}) => {
    const sent = new Headers(key === null ? {} : { "Svc-Api-Key": key });
    if (body !== undefined) sent.set("Content-Type", "application/json");
    for (const [name, value] of Object.entries(headers ?? {})) sent.set(name, value);
    const payload = body === undefined ? rawBody : JSON.stringify(body);
    const init: RequestInit = { method, headers: sent, redirect: "manual" };
    if (payload !== undefined) init.body = payload;
    const response = await fetch(new URL(path, server.baseUrl), init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
