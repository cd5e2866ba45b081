/** The API key or token that a request carries in one of the headers for it. */
export function credentialOf(request: Request): string | undefined {
  const direct = request.headers.get("svc-api-key");
  if (direct) return direct.trim();
  const [scheme, token] = (request.headers.get("authorization") ?? "").trim().split(/\s+/);
  return scheme?.toLowerCase() === "bearer" ? token : undefined;
}
