import { join } from "node:path";
import ts from "typescript";

const OPTIONS: ts.CompilerOptions = {
  ...{ target: ts.ScriptTarget.ES2022, lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"] },
  ...{ module: ts.ModuleKind.Preserve, moduleResolution: ts.ModuleResolutionKind.Bundler },
  ...{ strict: true, skipLibCheck: true, noEmit: true, types: [] },
};

/**
 * Lists what an editor shows without text on hover: the exports of the given files, and all types and members that can be
 * reached from them and are declared in `folder`. An inherited text counts, a lone tag such as `@throws` does not. Also
 * lists the optional numbers of types called `…Options` whose text states no default.
 */
export function undocumented(folder: string, files: readonly string[]): string[] {
  const own = join(ts.sys.realpath?.(folder) ?? folder, "/");
  const paths = files.map((file) => join(own, file));
  const program = ts.createProgram(paths, OPTIONS);
  const checker = program.getTypeChecker();
  const seen = new Set<ts.Node>();
  const found = new Set<string>();

  const isOwn = (node: ts.Node) => {
    const { fileName } = node.getSourceFile();
    return fileName.startsWith(own) && !fileName.slice(own.length).includes("node_modules/");
  };
  const resolved = (symbol: ts.Symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const textOf = (parts: ts.SymbolDisplayPart[] | undefined) => ts.displayPartsToString(parts).trim();

  /** The text for a declaration. Each overload of a method has its own. */
  function hoverOf(node: ts.NamedDeclaration): string {
    if (isMethod(node))
      return textOf(checker.getSignatureFromDeclaration(node)?.getDocumentationComment(checker));
    const symbol = node.name && checker.getSymbolAtLocation(node.name);
    return textOf(symbol?.getDocumentationComment(checker));
  }

  function follow(symbol: ts.Symbol | undefined): void {
    if (!symbol) return;
    for (const node of resolved(symbol).declarations ?? []) {
      if (!isOwn(node) || ts.isTypeParameterDeclaration(node) || ts.isParameter(node)) continue;
      visit(node, "");
    }
  }

  function visit(node: ts.Node, owner: string): void {
    if (seen.has(node) || isPrivate(node)) return;
    seen.add(node);
    const name = isDescribable(node) ? `${owner && `${owner}.`}${node.name?.getText()}` : owner;
    if (isDescribable(node)) {
      const text = hoverOf(node);
      if (text === "") found.add(name);
      else if (isOptionalNumber(node) && /Options\.\w+$/.test(name) && !/\bdefault/i.test(text))
        found.add(`${name}: default`);
    }
    if (ts.isTypeReferenceNode(node)) follow(checker.getSymbolAtLocation(node.typeName));
    if (ts.isTypeQueryNode(node)) follow(checker.getSymbolAtLocation(node.exprName));
    if (ts.isExpressionWithTypeArguments(node)) follow(checker.getSymbolAtLocation(node.expression));
    ts.forEachChild(node, (child) => visit(child, name));
  }

  for (const path of paths) {
    const source = program.getSourceFile(path);
    const module = source && checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`${path} is not a module.`);
    for (const symbol of checker.getExportsOfModule(module)) follow(symbol);
  }
  return [...found].sort();
}

type Method = ts.MethodDeclaration | ts.MethodSignature | ts.FunctionDeclaration;

const isMethod = (node: ts.Node): node is Method =>
  ts.isMethodDeclaration(node) || ts.isMethodSignature(node) || ts.isFunctionDeclaration(node);

const isField = (node: ts.Node): node is ts.PropertyDeclaration | ts.PropertySignature =>
  ts.isPropertyDeclaration(node) || ts.isPropertySignature(node);

const isDescribable = (node: ts.Node): node is ts.NamedDeclaration =>
  isMethod(node) ||
  isField(node) ||
  ts.isAccessor(node) ||
  ts.isClassDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isVariableDeclaration(node);

function isPrivate(node: ts.Node): boolean {
  if (!ts.isClassElement(node)) return false;
  const isHidden = (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private) !== 0;
  return isHidden || (node.name !== undefined && ts.isPrivateIdentifier(node.name));
}

function isOptionalNumber(node: ts.Node): boolean {
  if (!isField(node) || !node.questionToken || !node.type) return false;
  const parts = ts.isUnionTypeNode(node.type) ? node.type.types : [node.type];
  return parts.some(({ kind }) => kind === ts.SyntaxKind.NumberKeyword);
}
