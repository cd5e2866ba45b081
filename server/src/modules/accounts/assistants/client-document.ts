import { fetchAt } from "../../webhooks/fetch-at.ts";
import { resolveAddresses } from "../../webhooks/public-addresses.ts";
import { isUsableName } from "../people/usable-name.ts";

const MAX_BYTES = 64 * 1024;
const TIMEOUT_MS = 5000;
const URL_MAX_CHARS = 500;
const JSON_TYPE = /^application\/(?:[-\w.]+\+)?json\s*(?:;|$)/i;

/** The fields of a document that are used. The others are ignored, among them all that make the service call URLs. */
const FIELDS = ["client_name", "client_uri", "logo_uri", "redirect_uris", "grant_types", "response_types"];

/** The metadata of a client that its document states. */
export type ClientDocument = Readonly<Record<string, unknown>>;

/** True for a client id that is the address of a metadata document: https, with a path, and in its plain form. */
export function isDocumentUrl(clientId: string): boolean {
  const url = URL.parse(clientId);
  if (url?.protocol !== "https:" || clientId.length > URL_MAX_CHARS) return false;
  return (
    url.href === clientId &&
    url.pathname !== "/" &&
    url.hash === "" &&
    url.username === "" &&
    url.password === ""
  );
}

/**
 * Fetches the metadata document of a client (OAuth Client ID Metadata Document).
 * @throws Error that says what is wrong with it, or that it cannot be fetched.
 */
export async function fetchClientDocument(
  clientId: string,
  { allowPrivate }: { readonly allowPrivate: boolean },
): Promise<ClientDocument> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const addresses = await resolveAddresses(new URL(clientId).hostname, { allowPrivate });
  const headers = { accept: "application/json", "user-agent": "Quarry" };
  const response = await fetchAt(clientId, addresses, { method: "GET", headers, signal });
  if (response.status !== 200) throw new Error(`the answer has the status ${response.status}`);
  if (!JSON_TYPE.test(response.headers.get("content-type") ?? "")) throw new Error("the answer is not JSON");
  const stated: unknown = JSON.parse(await readText(response));
  if (typeof stated !== "object" || stated === null) throw new Error("the document is no object");
  const document = stated as ClientDocument;
  if (document.client_id !== clientId) throw new Error("its client_id is not its address");
  // A secret in a public document is none, and assertions are not offered.
  const method = document.token_endpoint_auth_method ?? "none";
  if (method !== "none") throw new Error("its token_endpoint_auth_method is not none");
  const name = document.client_name;
  if (name !== undefined && (typeof name !== "string" || !isUsableName(name)))
    throw new Error("its client_name is not one short line");
  return Object.fromEntries(
    FIELDS.flatMap((field) => (document[field] === undefined ? [] : [[field, document[field]]])),
  );
}

async function readText(response: Response): Promise<string> {
  let bytes = 0;
  const pieces: Uint8Array[] = [];
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) throw new Error(`the document is larger than ${MAX_BYTES} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}
