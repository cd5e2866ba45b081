import { type Static, Type } from "@sinclair/typebox";

/** The body of every error. */
export const ErrorBody = Type.Object({
  error: Type.String({ examples: ["Not Found"] }),
  code: Type.String({ examples: ["not_found"] }),
  message: Type.String(),
  statusCode: Type.Integer(),
  requestId: Type.String(),
  // Instances of ErrorDetail.
  details: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
});
/** Static type of {@link ErrorBody}. */
export type ErrorBody = Static<typeof ErrorBody>;
