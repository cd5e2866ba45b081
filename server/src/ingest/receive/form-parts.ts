import type { ErrorDetail, Json } from "@quarry/schema";
import type { FormFile } from "../../platform/http/multipart.ts";

/** The fields of a form that brings a document, put together from its parts. */
export interface FormParts {
  field(name: string, value: string): void;
  /** Answers whether it is the document's file. */
  file(name: string, file: Pick<FormFile, "filename" | "mimeType">): boolean;
  /** The fields as a JSON body would have them; `file` stands for the file. */
  fields(): Json;
  /** What is wrong with the parts themselves. */
  readonly problems: readonly ErrorDetail[];
}

/** Starts to collect the parts of a form. */
export function collectParts(): FormParts {
  const given = new Map<string, Json>();
  /** What the file's part says of itself, where no field of its own does. */
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
      // Bun and browsers put this type where they know none.
      if (mimeType !== "application/octet-stream") fallback.set("mimeType", mimeType);
      return true;
    },
    fields: () => Object.fromEntries([...fallback, ...given]),
  };
}
