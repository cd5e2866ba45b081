/** The header by which a call names its observer. It is removed before the call is sent. */
export const OBSERVER_HEADER = "quarry-upload-observer";

const observers = new Map<string, (loadedBytes: number) => void>();
let nextId = 1;

/** Registers an observer of sent bytes. Returns the value of {@link OBSERVER_HEADER} and a function that removes it. */
export function observeBytes(observer: (loadedBytes: number) => void): { id: string; release(): void } {
  const id = String(nextId++);
  observers.set(id, observer);
  return { id, release: () => observers.delete(id) };
}

/** Like `fetch`, but calls with an observer report how much was sent, which `fetch` cannot. */
export function progressFetch(url: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  const observer = observers.get(headers.get(OBSERVER_HEADER) ?? "");
  headers.delete(OBSERVER_HEADER);
  if (!observer || !(init.body instanceof Blob)) return fetch(url, { ...init, headers });
  const { body, method = "POST", signal } = init;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    const abort = () => request.abort();
    signal?.addEventListener("abort", abort);
    request.upload.onprogress = ({ loaded }) => observer(loaded);
    request.onload = () => resolve(responseOf(request));
    request.onerror = () => reject(new TypeError("Failed to fetch"));
    request.onabort = () => reject(signal?.reason ?? new DOMException("Aborted", "AbortError"));
    request.onloadend = () => signal?.removeEventListener("abort", abort);
    request.send(body);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const at = line.indexOf(":");
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
  }
  return new Response(request.responseText, { status: request.status, headers });
}
