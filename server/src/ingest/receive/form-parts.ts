import type { ErrorDetail, Json } from "@quarry/schema";
import type { FormFile } from "../../platform/http/multipart.ts";

/** Collects the fields of a multipart upload from its parts. */
export interface FormParts {
  field(name: string, value: string): void;
  /** Returns true if the part is the document's file. */
  file(name: string, file: Pick<FormFile, "filename" | "mimeType">): boolean;
  /** The fields in the shape of a JSON body. `file` is an empty placeholder. */
  fields(): Json;
  /** Problems with the parts themselves, such as duplicates. */
  readonly problems: readonly ErrorDetail[];
}

/**
 * Creates a collector for the parts of one form.
 * @param known The fields whose values it keeps. Of others it keeps the name, so that the form's check can refuse them.
 */
export function collectParts(known: ReadonlySet<string>): FormParts {
  const given = new Map<string, Json>();
  /** Values from the headers of the file part, used if there is no field of that name. */
  const fallback = new Map<string, Json>();
  const problems: ErrorDetail[] = [];
  const seen = new Set<string>();
  const report = (name: string, message: string) => problems.push({ path: `/${name}`, message });

  function isFirst(name: string): boolean {
    if (seen.has(name)) report(name, "must be given only once");
    else seen.add(name);
    return !problems.some(({ path }) => path === `/${name}`);
  }

  return {
    problems,
    field(name, value) {
      if (!isFirst(name)) return;
      if (name === "file") report(name, "must be a file");
      else if (!known.has(name)) given.set(name, "");
      else if (name !== "metadata") given.set(name, value);
      else
        try {
          given.set(name, JSON.parse(value) as Json);
        } catch {
          report(name, "must be a JSON object");
        }
    },
    file(name, { filename, mimeType }) {
      if (!isFirst(name)) return false;
      if (name !== "file") {
        report(name, 'must be text: the file is sent as "file"');
        return false;
      }
      given.set("file", "");
      fallback.set("filename", filename);
      // Bun and browsers send this type if they do not know the file's type.
      if (mimeType !== "application/octet-stream") fallback.set("mimeType", mimeType);
      return true;
    },
    fields: () => Object.fromEntries([...fallback, ...given]),
  };
}
