/** Why a message got no answer from the service, in words for a person. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
}

/** `fetch`, with an error that says what is wrong wherever the service is away or refuses. */
export async function fetchOrExplain(url: string | URL, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (cause) {
    if (init?.signal?.aborted) throw cause;
    throw new ServiceError(
      `Quarry cannot be reached at ${new URL(url).origin}. Is it running? Its address is QUARRY_URL.`,
      { cause },
    );
  }
  // That there is no stream of the server's own is how it says that it has none.
  if (response.status < 400 || response.status === 405) return response;
  throw new ServiceError(explain(response.status, messageIn(await response.text())));
}

function explain(status: number, message: string | undefined): string {
  const said = message === undefined ? "" : ` It says: ${message}`;
  if (status === 401) return `Quarry refuses the key. Check QUARRY_API_KEY.${said}`;
  if (status === 404) return `There is no MCP server at this address. Check QUARRY_URL.${said}`;
  if (status === 429) return `Quarry has had too many calls.${said}`;
  return `Quarry answered with HTTP status ${status}.${said}`;
}

/** The message of an error, as the service or JSON-RPC puts it. */
function messageIn(body: string): string | undefined {
  try {
    const { message, error } = JSON.parse(body) as { message?: unknown; error?: { message?: unknown } };
    const found = message ?? error?.message;
    return typeof found === "string" ? found : undefined;
  } catch {
    return undefined;
  }
}
