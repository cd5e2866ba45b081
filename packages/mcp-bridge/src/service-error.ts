/** An error from calling the Quarry server, with a message for the user. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
}

/**
 * `fetch` with helpful error messages.
 * @throws ServiceError if the server is unreachable or responds with an error status other than 405.
 */
export async function fetchOrExplain(url: string | URL, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (cause) {
    if (init?.signal?.aborted) throw cause;
    throw new ServiceError(
      `Cannot connect to Quarry at ${new URL(url).origin}. Check that the server is running and that QUARRY_URL is its URL.`,
      { cause },
    );
  }
  // 405 is the protocol's normal response to a GET if a server does not offer its own event stream.
  if (response.status < 400 || response.status === 405) return response;
  throw new ServiceError(explain(response.status, messageIn(await response.text())));
}

function explain(status: number, message: string | undefined): string {
  const details = message === undefined ? "" : ` Server message: ${message}`;
  if (status === 401) return `Quarry rejected the API key. Check QUARRY_API_KEY.${details}`;
  if (status === 404) return `There is no MCP server at this URL. Check QUARRY_URL.${details}`;
  if (status === 429) return `Quarry's rate limit is exceeded.${details}`;
  return `Quarry responded with HTTP status ${status}.${details}`;
}

/** The message in an error body of Quarry or JSON-RPC. */
function messageIn(body: string): string | undefined {
  try {
    const { message, error } = JSON.parse(body) as { message?: unknown; error?: { message?: unknown } };
    const found = message ?? error?.message;
    return typeof found === "string" ? found : undefined;
  } catch {
    return undefined;
  }
}
