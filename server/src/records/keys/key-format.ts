import { hash, randomBytes } from "node:crypto";

const PREFIX_CHARS = 12;

/** A new API key: `qry_` and 43 url-safe characters, 256 random bits. */
export function generateKey(): string {
  return `qry_${randomBytes(32).toString("base64url")}`;
}

/** SHA-256 of a key in hex, the only form in which a key is stored. A slow hash adds nothing to 256 random bits. */
export function hashKey(key: string): string {
  return hash("sha256", key, "hex");
}

/** The first characters of a key. Shown to users to identify the key. */
export function keyPrefix(key: string): string {
  return key.slice(0, PREFIX_CHARS);
}
