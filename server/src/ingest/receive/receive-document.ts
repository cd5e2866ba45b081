import type { Json, UploadBody, UploadForm } from "@quarry/schema";
import type { TObject, TSchema } from "@sinclair/typebox";
import { readMultipart } from "../../platform/http/multipart.ts";
import { mediaType, readJsonBody } from "../../platform/http/request-body.ts";
import { type BodyCheck, bodyCheck } from "../../platform/http/validation-details.ts";
import { SMALL_BYTES } from "../../records/documents/original-files.ts";
import { type DocumentInput, toDocumentInput } from "./document-input.ts";
import { collectParts } from "./form-parts.ts";
import { capped, readContent } from "./read-content.ts";
import type { ReceivedFile } from "./received-file.ts";
import { smallOrStream } from "./small-or-stream.ts";

/** Size limits of an upload request, in bytes. */
export interface UploadLimits {
  readonly maxBodyBytes: number;
  readonly maxFileBytes: number;
}

/** The two formats of an upload: a JSON body, and a multipart form with the same fields. */
export interface UploadForms<Body extends UploadBody, Form extends UploadForm> {
  readonly body: BodyCheck<Body>;
  readonly form: BodyCheck<Form>;
  /** The fields of the form. */
  readonly fields: ReadonlySet<string>;
}

/** Compiles the schemas of both formats. */
export function uploadForms<Body extends TSchema, Form extends TObject>(body: Body, form: Form) {
  return { body: bodyCheck(body), form: bodyCheck(form), fields: new Set(Object.keys(form.properties)) };
}

/** Fields from outside the body, such as query parameters. Fields of the body take precedence. */
type OuterFields = Readonly<Record<string, Json>>;

/** Reads an upload in either format and passes it to `use`. Deletes the file if no document claimed it. */
export type ReceiveDocument = <Body extends UploadBody, Form extends UploadForm, Result>(
  request: Request,
  orgId: string,
  forms: UploadForms<Body, Form>,
  use: (input: DocumentInput, fields: Body | Form) => Promise<Result>,
  outer?: OuterFields,
) => Promise<Result>;

/** Stores the bytes of an upload for an organization. */
interface FileReceiver {
  receive(orgId: string, sent: Uint8Array | AsyncIterable<Uint8Array>): Promise<ReceivedFile>;
}

/** Creates the reader of uploads. Stores the file of a multipart body while it arrives, unless it is small. */
export function createDocumentReceiver(files: FileReceiver, limits: UploadLimits): ReceiveDocument {
  const { maxBodyBytes, maxFileBytes } = limits;

  return async (request, orgId, forms, use, outer = {}) => {
    const received: ReceivedFile[] = [];
    const receive = async (sent: Uint8Array | AsyncIterable<Uint8Array>) => {
      const file = await files.receive(orgId, sent);
      received.push(file);
      return file;
    };
    const readBody = async () => {
      const fields = forms.body(withFields(outer, await readJsonBody(request, maxBodyBytes)));
      return { fields, file: await receive(await readContent(fields, maxFileBytes)) };
    };
    const readForm = async () => {
      const parts = collectParts(forms.fields);
      await readMultipart(request, maxBodyBytes, {
        field: parts.field,
        async file(name, file) {
          if (!parts.file(name, file)) return;
          await receive(await smallOrStream(capped(file.bytes, maxFileBytes), SMALL_BYTES));
        },
      });
      const [file] = received;
      const empty = file?.size === 0 ? [{ path: "/file", message: "must not be empty" }] : [];
      const fields = forms.form(withFields(outer, parts.fields()), [...parts.problems, ...empty]);
      if (!file) throw new Error("a form without a file passed its check");
      return { fields, file };
    };
    try {
      const isForm = mediaType(request) === "multipart/form-data";
      const { fields, file } = isForm ? await readForm() : await readBody();
      return await use(toDocumentInput(fields, file), fields);
    } finally {
      for (const file of received) await file.discard();
    }
  };
}

function withFields(outer: OuterFields, body: Json): Json {
  return typeof body === "object" && body !== null && !Array.isArray(body) ? { ...outer, ...body } : body;
}
