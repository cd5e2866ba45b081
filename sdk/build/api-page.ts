import { join, resolve } from "node:path";
import ts from "typescript";
import { routesOf } from "./routes-of.ts";

const PACKAGE = resolve(import.meta.dir, "..");

/** The text of `api.md`: a line for each method of the client with its route, and for what else is exported. */
export function apiPage(): string {
  const entries = ["index", "validate", "langchain", "ai"];
  const paths = entries.map((entry) => join(PACKAGE, `src/${entry}.ts`));
  const configPath = join(PACKAGE, "tsconfig.json");
  const { config } = ts.readConfigFile(configPath, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, PACKAGE);
  const program = ts.createProgram(paths, { ...options, noEmit: true, composite: false });
  const checker = program.getTypeChecker();
  const exportsOf = (path: string) => {
    const source = program.getSourceFile(path);
    const module = source && checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`${path} is no module.`);
    return checker
      .getExportsOfModule(module)
      .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol));
  };
  const [main = "", ...others] = paths;
  const exported = exportsOf(main);
  const quarry = exported.find(({ name }) => name === "Quarry")?.declarations?.find(ts.isClassDeclaration);
  if (!quarry) throw new Error("There is no class Quarry.");

  const lines = methodsOf(quarry).map((method) => methodLine(checker, "quarry", method));
  for (const property of quarry.members.filter(ts.isPropertyDeclaration)) {
    const resource = checker.getTypeAtLocation(property).symbol?.declarations?.find(ts.isClassDeclaration);
    if (!resource || !ts.isIdentifier(property.name)) continue;
    lines.push("", `## \`quarry.${property.name.text}\``, "", summaryOf(checker, resource), "");
    for (const method of methodsOf(resource))
      lines.push(methodLine(checker, `quarry.${property.name.text}`, method));
  }
  lines.push("", "## Besides", "");
  const errors: string[] = [];
  for (const { name, declarations } of exported) {
    const node = declarations?.[0];
    if (!node?.getSourceFile().fileName.startsWith(PACKAGE)) continue;
    if (ts.isFunctionDeclaration(node)) lines.push(functionLine(checker, "@quarry/sdk", node));
    if (ts.isClassDeclaration(node) && /Error$/.test(name))
      errors.push(`- \`${name}\`: ${summaryOf(checker, node)}`);
  }
  for (const path of others)
    for (const { name, declarations } of exportsOf(path)) {
      const from = `@quarry/sdk/${path.replace(/^.*\/|\.ts$/g, "")}`;
      const node = declarations?.[0];
      if (node && ts.isFunctionDeclaration(node)) lines.push(functionLine(checker, from, node));
      if (node && ts.isClassDeclaration(node))
        lines.push(`- \`new ${name}(options)\` of \`${from}\`: ${summaryOf(checker, node)}`);
    }
  lines.push("", "## Errors", "", ...errors);
  return `${HEAD}\n${lines.join("\n")}\n`;
}

const HEAD = `# Methods of @quarry/sdk

A line for each method: what it takes, its route, and what it does. \`options\` are those of the one call: \`signal\`,
\`timeoutMs\`, \`maxRetries\`, \`headers\`. This page is written by \`bun run api-page\`.

## \`quarry\`
`;

function methodsOf(node: ts.ClassDeclaration): ts.MethodDeclaration[] {
  return node.members.filter(ts.isMethodDeclaration).filter(({ name, body, modifiers = [] }) => {
    const isHidden = modifiers.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
    return body && ts.isIdentifier(name) && !isHidden;
  });
}

function methodLine(checker: ts.TypeChecker, owner: string, method: ts.MethodDeclaration): string {
  const routes = routesOf(checker, method);
  const route = routes.length === 0 ? "" : ` ${routes.map((found) => `\`${found}\``).join(", ")}`;
  const name = `${owner}.${method.name.getText()}(${parametersOf(method)})`;
  return `- \`${name}\`${route}: ${summaryOf(checker, method)}`;
}

function functionLine(checker: ts.TypeChecker, from: string, node: ts.FunctionDeclaration): string {
  return `- \`${node.name?.text}(${parametersOf(node)})\` of \`${from}\`: ${summaryOf(checker, node)}`;
}

function parametersOf({ parameters }: ts.SignatureDeclaration): string {
  return parameters
    .map(({ name, questionToken, initializer }) => {
      const text = name.getText().replaceAll(/\s+/g, " ");
      return questionToken || initializer ? `${text}?` : text;
    })
    .join(", ");
}

/** The first sentence of what is said above a declaration. */
function summaryOf(checker: ts.TypeChecker, node: ts.ClassDeclaration | ts.SignatureDeclaration): string {
  const symbol = node.name && checker.getSymbolAtLocation(node.name);
  const comment = ts.displayPartsToString(symbol?.getDocumentationComment(checker)).replaceAll(/\s+/g, " ");
  const plain = comment.replaceAll(/\{@link ([^}]+)\}/g, "`$1`");
  return (/^.*?[.:](?= [A-Z`]|$)/.exec(plain)?.[0] ?? plain).replace(/:$/, ".");
}
