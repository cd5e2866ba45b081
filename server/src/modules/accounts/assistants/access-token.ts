/** Distinguishes an assistant's access token from an API key. */
export const ACCESS_TOKEN_PREFIX = "qat_";
