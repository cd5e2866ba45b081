import { join } from "node:path";
import ts from "typescript";

/**
 * Generates the types of `@quarry/schema` as plain TypeScript without imports. In the source they are derived from TypeBox
 * schemas; resolving them here once saves every project that uses the client from doing it.
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
    const comment = commentAbove(node);
    // Written by hand from exported names, without TypeBox, so the source text is used.
    if (ts.isInterfaceDeclaration(node) || isWrittenOut(node, exported)) return `${comment}${node.getText()}`;
    return `${comment}export type ${name} = ${printer.print(checker.getDeclaredTypeOfSymbol(symbol), name)};`;
  });
  return `${texts.join("\n")}\n`;
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

/** Prints types in full, except where the same type is exported under a name. */
class TypePrinter {
  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly names: ReadonlyMap<ts.Type, string>,
  ) {}

  print(type: ts.Type, own?: string): string {
    const name = this.names.get(type);
    if (name !== undefined && name !== own) return name;
    if (type.flags & ts.TypeFlags.Boolean) return "boolean";
    if (type.isUnion()) return this.union(type);
    if (type.isIntersection()) return type.types.map((part) => this.print(part)).join(" & ");
    if (type.flags & ts.TypeFlags.Object) return this.object(type);
    return this.checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
  }

  private union(type: ts.UnionType): string {
    const parts = type.types.map((part) => this.print(part));
    const texts = new Set(parts.includes("true") && parts.includes("false") ? ["boolean"] : []);
    for (const part of parts) if (!texts.has("boolean") || !/^(true|false)$/.test(part)) texts.add(part);
    return [...texts].join(" | ");
  }

  private object(type: ts.Type): string {
    if (this.checker.isTupleType(type))
      return `[${this.checker
        .getTypeArguments(type as ts.TypeReference)
        .map((part) => this.print(part))
        .join(", ")}]`;
    const [element] = this.checker.isArrayType(type)
      ? this.checker.getTypeArguments(type as ts.TypeReference)
      : [];
    if (element) return `Array<${this.print(element)}>`;
    if (type.getCallSignatures().length > 0) throw new Error("Schemas cannot contain functions.");
    const fields = type.getProperties().map((property) => {
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
      const value = this.print(this.checker.getTypeOfSymbol(property));
      const key = /^[A-Za-z_$][\w$]*$/.test(property.name) ? property.name : JSON.stringify(property.name);
      return isOptional ? `${key}?: ${value.replace(/^undefined \| /, "")}` : `${key}: ${value}`;
    });
    for (const { keyType, type: value } of this.checker.getIndexInfosOfType(type))
      fields.push(`[key: ${this.print(keyType)}]: ${this.print(value)}`);
    return `{ ${fields.join("; ")} }`;
  }
}
