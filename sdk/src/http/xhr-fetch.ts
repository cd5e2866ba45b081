import { abortReason } from "./follow-signal.ts";
import type { Fetch } from "./options.ts";

/** Called with the number of bytes of the body that have been sent. */
export type OnUpload = (loadedBytes: number) => void;

/**
 * A `fetch` over XMLHttpRequest, which reports how much of the body has been sent. Undefined where that does not exist,
 * which is everywhere but in browsers and React Native.
 */
export function xhrFetch(onUpload: OnUpload): Fetch | undefined {
  if (typeof XMLHttpRequest === "undefined") return undefined;
  return (url, { method = "GET", headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest();
      xhr.open(method, url);
      xhr.responseType = "arraybuffer";
      new Headers(headers).forEach((value, name) => {
        xhr.setRequestHeader(name, value);
      });
      xhr.upload.onprogress = ({ loaded }) => onUpload(loaded);
      xhr.onload = () => resolve(responseOf(xhr));
      xhr.onerror = () => reject(new TypeError("Failed to fetch"));
      xhr.onabort = () => reject(abortReason(signal ?? undefined));
      signal?.addEventListener("abort", () => xhr.abort(), { once: true });
      xhr.send(body as XMLHttpRequestBodyInit | null);
    });
}

function responseOf(xhr: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of xhr
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const { status, statusText, response } = xhr;
  // A response with such a status must not have a body.
  const body = status === 204 || status === 205 || status === 304 ? null : (response as ArrayBuffer);
  return new Response(body, { status, statusText, headers });
}
