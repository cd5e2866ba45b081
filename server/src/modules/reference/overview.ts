import { errorTable } from "./errors.ts";

/** The introduction of the reference, in Markdown. */
export const OVERVIEW = `Knowledge-base retrieval: spaces hold documents, queries return the passages that answer a question, and smart queries recommend which spaces to ask. The [guide](/guide/) explains concepts and tasks, and has a page for each error.

## First steps

1. Create a space: \`POST /api/spaces\`.
2. Store a document: \`PUT /api/documents\`. When it answers, queries find the document.
3. Ask: \`POST /api/query\`, or \`POST /api/query/smart\` without naming a space.

The examples work in this order, with a space whose slug is \`handbook\`. Ids in examples, such as \`doc_...\`, stand for ids that your calls return. Samples of code read the environment variables \`QUARRY_URL\`, e.g. \`http://127.0.0.1:7400\`, and \`QUARRY_API_KEY\`.

## Credentials

Send an API key as \`Authorization: Bearer qry_...\` or in the header \`Svc-Api-Key\`. Each operation names the permission that it needs. Everything that a call reads or changes belongs to the key's organization.

## Bodies

Bodies and answers are JSON in UTF-8, unless an operation says otherwise. Unknown body fields are refused. Lengths of texts and offsets into them count UTF-16 code units, as \`String.length\` in JavaScript. Timestamps are ISO 8601, in UTC with milliseconds. Sizes are in bytes, durations in the unit that the field's name ends with.

## Lists

Lists are \`{ data, pagination }\`. \`page\` counts from 1, \`pageSize\` is 1 to 100, 10 by default.

## Repeating calls

Send an \`Idempotency-Key\` with calls that change something. Repeated with the same key within 24 hours, a call takes effect once and gets the first answer. \`PUT\` and \`DELETE\` are safe to repeat without it.

## Rate limits

The headers \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix time in seconds) describe the tightest limit of the caller. A caller that exceeds it gets 429 with \`Retry-After\` in seconds.

## Errors

Every error is \`{ error, code, message, statusCode, requestId }\`, and \`details\` when fields are invalid. "Retry" says whether the same call can succeed later.

${errorTable()}
`;
