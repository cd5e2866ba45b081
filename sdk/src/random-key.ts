/** A key that nobody else has. `crypto` is not there in Node 18, nor in pages that came without TLS. */
export function randomKey(): string {
  const { crypto } = globalThis as { crypto?: { randomUUID?(): string } };
  if (crypto?.randomUUID) return crypto.randomUUID();
  const part = (): string => Math.random().toString(36).slice(2);
  return `${Date.now().toString(36)}-${part()}-${part()}`;
}
