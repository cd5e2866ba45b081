const longestText = 300;

/**
 * Makes a cleaner for what goes to the log: the secrets, anything that looks like a key or a bearer header, and the
 * length. Providers do repeat the key in their messages.
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const known = secrets.filter((secret) => secret.length > 0);
  return (text) => {
    let clean = text;
    for (const secret of known) clean = clean.replaceAll(secret, "[secret]");
    clean = clean.replace(/\bBearer\s+\S+/gi, "Bearer [secret]").replace(/\bsk-[\w*.-]{4,}/g, "[secret]");
    return clean.length > longestText ? `${clean.slice(0, longestText)}…` : clean;
  };
}
