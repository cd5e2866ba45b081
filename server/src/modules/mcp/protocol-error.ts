import type { QuarryError } from "@quarry/core";

/** Codes of JSON-RPC, and the one that MCP adds for a resource that is not there. */
export const PROTOCOL_CODES = {
  parse: -32700,
  invalidRequest: -32600,
  invalidParams: -32602,
  internal: -32603,
  resourceNotFound: -32002,
} as const;

/** An error of the protocol: a request that is wrong in itself, as opposed to a tool that failed. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** An error of a service as one of the protocol, where there is no tool to fail. */
export function toProtocolError({ code, message, details }: QuarryError, requestId: string): ProtocolError {
  const { invalidParams, resourceNotFound, internal, invalidRequest } = PROTOCOL_CODES;
  const data = { code, ...(details ? { details } : {}), ...(code === "internal" ? { requestId } : {}) };
  switch (code) {
    case "not_found":
      return new ProtocolError(resourceNotFound, message, data);
    case "invalid_request":
      return new ProtocolError(invalidParams, message, data);
    case "internal":
    case "unavailable":
      return new ProtocolError(internal, message, data);
    default:
      return new ProtocolError(invalidRequest, message, data);
  }
}
