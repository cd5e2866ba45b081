import type { QuarryError } from "@quarry/core";

/** JSON-RPC error codes, and MCP's code for a missing resource. */
export const PROTOCOL_CODES = {
  parse: -32700,
  invalidRequest: -32600,
  invalidParams: -32602,
  internal: -32603,
  resourceNotFound: -32002,
} as const;

/** A protocol error: the request itself is invalid, as opposed to a tool that failed. */
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

/** Converts a service error to a protocol error, for requests that are not tool calls. */
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
