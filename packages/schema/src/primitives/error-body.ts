import { type Static, Type } from "@sinclair/typebox";

/** An invalid field. */
const Detail = Type.Object(
  {
    path: Type.String({
      description: "JSON pointer to the field in the body or the parameters; empty for the body itself.",
      examples: ["/topK"],
    }),
    message: Type.String({
      description: "What is wrong with the value, to be read after the name of the field.",
      examples: ["must be at most 100"],
    }),
  },
  { description: "An invalid field of the request." },
);

/** The body of every error. */
export const ErrorBody = Type.Object(
  {
    error: Type.String({ description: "Name of the HTTP status.", examples: ["Not Found"] }),
    code: Type.String({
      description:
        "Machine-readable code. It is finer than the status: use it to choose how to react. More codes may be added.",
      examples: ["not_found"],
    }),
    message: Type.String({
      description: "What went wrong and what to do, for people. The wording may change.",
      examples: ['There is no space "handbok".'],
    }),
    statusCode: Type.Integer({
      description: "HTTP status, the same as of the response.",
      examples: [404],
    }),
    requestId: Type.String({
      description:
        "Id of the request, the same as in the header `X-Request-Id`. The operator finds the request in the log by it.",
      examples: ["req_01k3v8q2m7x4a9"],
    }),
    // Instances of ErrorDetail.
    details: Type.Optional(
      Type.Array(Detail, { description: "All invalid fields at once. Present when fields are invalid." }),
    ),
  },
  { description: "The body of every error." },
);
/** Static type of {@link ErrorBody}. */
export type ErrorBody = Static<typeof ErrorBody>;
