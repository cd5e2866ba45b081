/** Reads the API key or token from `Svc-Api-Key` or `Authorization: Bearer`. */
export function credentialOf(request: Request): string | undefined {
  const direct = request.headers.get("svc-api-key");
  if (direct) return direct.trim();
  const [scheme, token] = (request.headers.get("authorization") ?? "").trim().split(/\s+/);
  return scheme?.toLowerCase() === "bearer" ? token : undefined;
}
