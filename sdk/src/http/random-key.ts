/** Generates a unique key. Node 18, and pages loaded without TLS, lack `crypto.randomUUID`. */
export function randomKey(): string {
  const { crypto } = globalThis as { crypto?: { randomUUID?(): string } };
  if (crypto?.randomUUID) return crypto.randomUUID();
  const part = (): string => Math.random().toString(36).slice(2);
  return `${Date.now().toString(36)}-${part()}-${part()}`;
}
