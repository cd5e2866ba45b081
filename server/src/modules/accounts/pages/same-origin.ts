/**
 * False when a page of another origin sent the request, according to the browser's headers. Pages that send no referrer
 * have the origin "null"; `Sec-Fetch-Site` decides for them.
 */
export function isSameOrigin({ headers }: Request, origins: readonly string[]): boolean {
  const origin = headers.get("origin");
  if (origin !== null && origin !== "null") return origins.includes(origin);
  const site = headers.get("sec-fetch-site");
  // Clients other than browsers send neither header.
  return site === null ? origin === null : site === "same-origin" || site === "none";
}
