import { QuarryError } from "@quarry/core";
import { type TSchema, Type } from "@sinclair/typebox";
import { type BodyCheck, bodyCheck } from "../../platform/http/validation-details.ts";
import { PROTOCOL_CODES, ProtocolError } from "./protocol-error.ts";

const named = Type.Object({ name: Type.String() });

const checkOf = (params: TSchema): BodyCheck<unknown> => bodyCheck(Type.Object({ params }));

/** Checks of the methods' parameters. The SDK would report invalid ones as an internal error. */
const CHECKS: Readonly<Record<string, BodyCheck<unknown>>> = {
  initialize: checkOf(
    Type.Object({ protocolVersion: Type.String(), capabilities: Type.Object({}), clientInfo: named }),
  ),
  "tools/call": checkOf(
    Type.Object({
      name: Type.String(),
      arguments: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    }),
  ),
  "prompts/get": checkOf(
    Type.Object({
      name: Type.String(),
      arguments: Type.Optional(Type.Record(Type.String(), Type.String())),
    }),
  ),
  "resources/read": checkOf(Type.Object({ uri: Type.String() })),
  "resources/list": checkOf(Type.Optional(Type.Object({ cursor: Type.Optional(Type.String()) }))),
};

/**
 * Checks the parameters of a message, if its method is known.
 * @throws ProtocolError that lists every problem.
 */
export function checkParams(message: object): void {
  const method = "method" in message && typeof message.method === "string" ? message.method : "";
  if (!Object.hasOwn(CHECKS, method)) return;
  try {
    CHECKS[method]?.(message);
  } catch (error) {
    if (!QuarryError.isInstance(error)) throw error;
    throw new ProtocolError(PROTOCOL_CODES.invalidParams, error.message, { details: error.details });
  }
}
