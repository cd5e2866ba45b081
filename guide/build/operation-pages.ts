import { jsonOf, type Operation, operationsOf, type Part, partOf, partsIn } from "./description.ts";
import type { Page } from "./page.ts";
import { cell, fieldTable, schemaName, typeText } from "./schema-fields.ts";

/** The pages of the operations, one for each tag, and a page of the schemas that they share. */
export function operationPages(section: string, description: Part): Page[] {
  const operations = operationsOf(description);
  const pages = partsIn(description.tags).map(({ name, description: text }) => {
    const own = operations.filter(({ part }) => tagOf(part) === name);
    const markdown = `# Operations: ${name}\n\n${text}\n\n${own.map(operationText).join("\n\n")}\n`;
    return { address: `api/${name}`, name: String(name), section, markdown };
  });
  return [...pages, { address: "api/schemas", name: "schemas", section, markdown: schemasText(description) }];
}

/** Links to the operations that can answer with a status. */
export function operationsWithStatus(description: Part, status: number): string[] {
  return operationsOf(description)
    .filter(({ part }) => String(status) in partOf(part.responses))
    .map(({ part }) => `[${part.summary}](site:api/${tagOf(part)}#${anchorOf(part)})`);
}

const tagOf = (operation: Part) => (Array.isArray(operation.tags) ? operation.tags[0] : undefined);

const anchorOf = (operation: Part) =>
  String(operation.summary)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");

function operationText({ method, path, part }: Operation): string {
  const parameters = partsIn(part.parameters).filter(({ name }) => name !== "idempotency-key");
  const [status = "", success] =
    Object.entries(partOf(part.responses)).find(([code]) => Number(code) < 300) ?? [];
  const request = jsonOf(part.requestBody);
  const answer = jsonOf(success);
  const others = Object.keys(partOf(part.responses)).filter((code) => Number(code) >= 300);
  return [
    `## ${part.summary}`,
    `\`${method} ${path}\``,
    String(part.description),
    parameters.length === 0 ? "" : parameterTable(parameters),
    request ? bodyText("Body", partOf(request.schema)) : "",
    samplesText(part),
    answer ? bodyText(`Answer, ${status}`, partOf(answer.schema)) : `**Answer:** ${status}`,
    answer?.example === undefined ? "" : `\`\`\`json\n${JSON.stringify(answer.example, null, 2)}\n\`\`\``,
    others.length === 0 ? "" : `[Errors](repo:docs/guide/errors.md): ${others.join(", ")}`,
  ]
    .filter((text) => text !== "")
    .join("\n\n");
}

function parameterTable(parameters: readonly Part[]): string {
  const rows = parameters.map(
    ({ name, in: place, required, schema, description }) =>
      `| \`${name}\` | ${place}, ${typeText(partOf(schema))}${required === true ? "" : ", optional"} | ${cell(description)} |`,
  );
  return ["| Parameter | Type | |", "|---|---|---|", ...rows].join("\n");
}

/** A named schema is linked: several operations share it. */
function bodyText(title: string, schema: Part): string {
  const fields = schemaName(schema) === undefined ? fieldTable(schema) : "";
  return fields === "" ? `**${title}:** ${typeText(schema)}` : `**${title}:**\n\n${fields}`;
}

const FENCES: Readonly<Record<string, string>> = {
  Shell: "sh",
  TypeScript: "ts",
  Python: "py",
  JSON: "json",
};

function samplesText(operation: Part): string {
  return partsIn(operation["x-codeSamples"])
    .map(({ lang, label, source }) => {
      const name = label === "TypeScript (SDK)" ? "TypeScript" : label;
      return `\`\`\`${FENCES[String(lang)] ?? ""} ${name}\n${source}\n\`\`\``;
    })
    .join("\n");
}

function schemasText(description: Part): string {
  const schemas = Object.entries(partOf(partOf(description.components).schemas));
  const texts = schemas.map(([name, value]) => {
    const schema = partOf(value);
    const fields = fieldTable(schema);
    const text = schema.description === undefined ? "" : `${schema.description}\n\n`;
    return `## ${name}\n\n${text}${fields === "" ? typeText(schema) : fields}`;
  });
  return `# Schemas of the API\n\nThe bodies that several operations share.\n\n${texts.join("\n\n")}\n`;
}
