/**
 * True unless a page of another origin had the browser send a request, as far as the browser says so. Pages without a
 * referrer, as ours, send "null" as their origin: then the browser's word for where they come from counts.
 */
export function isFromOwnPage({ headers }: Request, origins: readonly string[]): boolean {
  const origin = headers.get("origin");
  if (origin !== null && origin !== "null") return origins.includes(origin);
  const site = headers.get("sec-fetch-site");
  // What is no browser says neither.
  return site === null ? origin === null : site === "same-origin" || site === "none";
}
