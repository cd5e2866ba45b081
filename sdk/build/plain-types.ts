import { join } from "node:path";
import * as exportedSchemas from "@quarry/schema";
import ts from "typescript";
import { commentOf, type Described, itemOf, partsOf, propertyOf } from "./schema-comments.ts";

/**
 * Generates the types of `@quarry/schema` as plain TypeScript without imports. In the source they are derived from TypeBox
 * schemas; resolving them here once saves every project that uses the client from doing it. The descriptions of the schemas
 * become comments, which editors show on hover.
 */
export function plainTypes(entry: string): string {
  const configPath = join(entry, "../../tsconfig.json");
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(configPath, ts.sys.readFile).config,
    ts.sys,
    join(configPath, ".."),
  );
  const program = ts.createProgram([entry], { ...options, noEmit: true, composite: false });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(entry);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${entry} is not a module.`);
  const names = new Map<ts.Type, string>();
  const declarations: { name: string; symbol: ts.Symbol; node: ts.Declaration }[] = [];
  for (const symbol of checker.getExportsOfModule(module)) {
    const resolved = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const node = resolved.declarations?.find(
      (declared) => ts.isTypeAliasDeclaration(declared) || ts.isInterfaceDeclaration(declared),
    );
    if (!node) continue;
    declarations.push({ name: symbol.name, symbol: resolved, node });
    const type = checker.getDeclaredTypeOfSymbol(resolved);
    if (!names.has(type)) names.set(type, symbol.name);
  }
  const exported = new Set(declarations.map(({ name }) => name));
  const printer = new TypePrinter(checker, names);
  const texts = declarations.map(({ name, symbol, node }) => {
    const schema = schemaOf(name);
    const comment = commentAbove(node) || commentOf(schema ? [schema] : []) || commentOfSchema(symbol);
    // Written by hand from exported names, without TypeBox, so the source text is used.
    if (ts.isInterfaceDeclaration(node) || isWrittenOut(node, exported)) return `${comment}${node.getText()}`;
    return `${comment}export type ${name} = ${printer.print(checker.getDeclaredTypeOfSymbol(symbol), schema ? [schema] : [], name)};`;
  });
  return `${texts.join("\n")}\n`;
}

/** The schema behind an exported type: it has the same name. */
function schemaOf(name: string): Described | undefined {
  const value = Object.entries(exportedSchemas).find(([exported]) => exported === name)?.[1];
  return typeof value === "object" ? (value as Described) : undefined;
}

const GLOBAL_NAMES: ReadonlySet<string> = new Set(["Array", "Readonly", "ReadonlyArray", "Record"]);

function isWrittenOut(node: ts.Declaration, exported: ReadonlySet<string>): boolean {
  if (!ts.isTypeAliasDeclaration(node)) return false;
  const own = new Set(node.typeParameters?.map(({ name }) => name.text));
  const isKnown = (part: ts.Node): boolean => {
    if (ts.isTypeQueryNode(part)) return false;
    if (ts.isTypeReferenceNode(part)) {
      const name = part.typeName.getText();
      if (!own.has(name) && !exported.has(name) && !GLOBAL_NAMES.has(name)) return false;
    }
    return !ts.forEachChild(part, (child) => !isKnown(child));
  };
  return isKnown(node.type);
}

function commentAbove(node: ts.Node): string {
  const text = node.getSourceFile().text;
  const range = ts.getLeadingCommentRanges(text, node.getFullStart())?.at(-1);
  const comment = range ? text.slice(range.pos, range.end) : "";
  // "Static type of {@link X}" is meaningless without the schema.
  return comment.startsWith("/**") && !comment.includes("Static type of") ? `${comment}\n` : "";
}

/** The comment above the constant with the type's schema. */
function commentOfSchema({ valueDeclaration }: ts.Symbol): string {
  return valueDeclaration && ts.isVariableDeclaration(valueDeclaration)
    ? commentAbove(valueDeclaration.parent.parent)
    : "";
}

/** Prints types in full, except where the same type is exported under a name. */
class TypePrinter {
  /** The schemas of the objects so far: types that are derived from others have none of their own. */
  private readonly known = new Map<ts.Type, readonly Described[]>();

  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly names: ReadonlyMap<ts.Type, string>,
  ) {}

  /** @param schemas The schemas that may describe the type. */
  print(type: ts.Type, schemas: readonly Described[], own?: string): string {
    const name = this.names.get(type);
    if (name !== undefined && name !== own) return name;
    if (type.flags & ts.TypeFlags.Boolean) return "boolean";
    const parts = schemas.flatMap(partsOf);
    if (type.isUnion()) return this.union(type, parts);
    if (type.isIntersection()) return type.types.map((part) => this.print(part, parts)).join(" & ");
    if (type.flags & ts.TypeFlags.Object) return this.object(type, parts);
    return this.checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
  }

  private union(type: ts.UnionType, schemas: readonly Described[]): string {
    const parts = type.types.map((part) => this.print(part, schemas));
    const texts = new Set(parts.includes("true") && parts.includes("false") ? ["boolean"] : []);
    for (const part of parts) if (!texts.has("boolean") || !/^(true|false)$/.test(part)) texts.add(part);
    return [...texts].join(" | ");
  }

  private object(type: ts.Type, ownSchemas: readonly Described[]): string {
    if (ownSchemas.length > 0) this.known.set(type, ownSchemas);
    const schemas = this.known.get(type) ?? [];
    if (this.checker.isTupleType(type))
      return `[${this.checker
        .getTypeArguments(type as ts.TypeReference)
        .map((part) => this.print(part, []))
        .join(", ")}]`;
    const [element] = this.checker.isArrayType(type)
      ? this.checker.getTypeArguments(type as ts.TypeReference)
      : [];
    if (element) return `Array<${this.print(element, schemas.flatMap(itemOf))}>`;
    if (type.getCallSignatures().length > 0) throw new Error("Schemas cannot contain functions.");
    const fields = type.getProperties().map((property) => {
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
      const described = fieldSchemas(type, schemas, property.name);
      const value = this.print(this.checker.getTypeOfSymbol(property), described);
      const key = /^[A-Za-z_$][\w$]*$/.test(property.name) ? property.name : JSON.stringify(property.name);
      const field = isOptional
        ? `${key}?: ${value.replace(/^undefined \| /, "")} | undefined`
        : `${key}: ${value}`;
      return (commentOf(described) || this.ownComment(property)) + field;
    });
    for (const { keyType, type: value } of this.checker.getIndexInfosOfType(type))
      fields.push(`[key: ${this.print(keyType, [])}]: ${this.print(value, schemas.flatMap(itemOf))}`);
    return `{\n${fields.map((field) => `${field};`).join("\n")}\n}`;
  }

  /** The comment of a field that is written by hand. */
  private ownComment(property: ts.Symbol): string {
    const description = ts.displayPartsToString(property.getDocumentationComment(this.checker));
    return commentOf(description === "" ? [] : [{ description }]);
  }
}

/** The schemas of a field. A variant with exactly the fields of the type comes before all others. */
function fieldSchemas(type: ts.Type, schemas: readonly Described[], name: string): Described[] {
  const names = type.getProperties().map((property) => property.name);
  const same = schemas.filter(
    ({ properties = {} }) =>
      Object.keys(properties).length === names.length && names.every((key) => Object.hasOwn(properties, key)),
  );
  return (same.length > 0 ? same : schemas).flatMap((schema) => propertyOf(schema, name));
}
