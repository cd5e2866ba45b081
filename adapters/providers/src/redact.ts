const MAX_CHARS = 300;

/**
 * Creates a function that removes secrets, and text that looks like a key or bearer token, from log messages, and
 * truncates them. Some providers repeat the key in their error messages.
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const known = secrets.filter((secret) => secret.length > 0);
  return (text) => {
    let clean = text;
    for (const secret of known) clean = clean.replaceAll(secret, "[secret]");
    clean = clean.replace(/\bBearer\s+\S+/gi, "Bearer [secret]").replace(/\bsk-[\w*.-]{4,}/g, "[secret]");
    return clean.length > MAX_CHARS ? `${clean.slice(0, MAX_CHARS)}…` : clean;
  };
}
