import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";

/** The answer to a call, as it was sent. */
export interface KeptAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Derives an encryption key from the service's secret and from parts that only the caller knows. */
export function sealingKey(secret: string, ...parts: readonly string[]): Buffer {
  return createHmac("sha256", secret)
    .update(JSON.stringify(["idempotency", ...parts]))
    .digest();
}

/** Encrypts an answer: it may contain a secret that is shown only once. */
export function seal(key: Buffer, answer: KeptAnswer): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(answer), "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Decrypts an answer; undefined when it was encrypted with another key. */
export function unseal(key: Buffer, bytes: Uint8Array): KeptAnswer | undefined {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    return JSON.parse(text.toString("utf8")) as KeptAnswer;
  } catch {
    return undefined;
  }
}
