import ts from "typescript";

/** The routes that a method calls, as `GET /api/spaces/:id`, directly or through the functions that it calls. */
export function routesOf(checker: ts.TypeChecker, method: ts.MethodDeclaration): string[] {
  const routes = new Set<string>();
  const seen = new Set<ts.Node>();
  const calls: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const verb = fieldOf(node, "method");
      const path = fieldOf(node, "path");
      const text = path && pathText(checker, path);
      if (verb && ts.isStringLiteral(verb) && text) routes.add(`${verb.text} ${text}`);
    }
    if (ts.isCallExpression(node)) calls.push(node.expression);
    ts.forEachChild(node, visit);
  };
  const follow = (called: ts.Expression): void => {
    const found = declarationOf(checker, called);
    if (!found || !/\/sdk\/src\//.test(found.getSourceFile().fileName)) return;
    // A function that takes the resource through an interface: look up the resource's own method.
    const declared = ts.isMethodSignature(found) ? ownMethod(method, found.name.getText()) : found;
    if (!declared || seen.has(declared)) return;
    seen.add(declared);
    if (!ts.isFunctionDeclaration(declared) && !ts.isMethodDeclaration(declared)) return;
    // The transport and the list pages have no routes of their own.
    if (declared.body && !/\/(transport|list-page|path)\.ts$/.test(declared.getSourceFile().fileName))
      visit(declared.body);
  };
  seen.add(method);
  if (method.body) visit(method.body);
  while (routes.size === 0 && calls.length > 0) for (const called of calls.splice(0)) follow(called);
  return [...routes];
}

function ownMethod({ parent }: ts.MethodDeclaration, name: string): ts.MethodDeclaration | undefined {
  if (!ts.isClassLike(parent)) return undefined;
  return parent.members.filter(ts.isMethodDeclaration).find((member) => member.name.getText() === name);
}

function fieldOf(node: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const property = node.properties.find((candidate) => candidate.name?.getText() === name);
  if (property && ts.isPropertyAssignment(property)) return property.initializer;
  return property && ts.isShorthandPropertyAssignment(property) ? property.name : undefined;
}

function declarationOf(checker: ts.TypeChecker, node: ts.Expression): ts.Declaration | undefined {
  const name = ts.isPropertyAccessExpression(node) ? node.name : node;
  const symbol = checker.getSymbolAtLocation(name);
  const resolved = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return resolved?.declarations?.[0];
}

/** A path with `:name` for each placeholder; undefined if the source does not determine it. */
function pathText(checker: ts.TypeChecker, node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTaggedTemplateExpression(node)) return templateText(checker, node.template, true);
  if (ts.isTemplateExpression(node)) return templateText(checker, node, false);
  if (ts.isIdentifier(node)) {
    const symbol = ts.isShorthandPropertyAssignment(node.parent)
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node);
    const declared = symbol?.declarations?.[0];
    if (declared && ts.isVariableDeclaration(declared) && declared.initializer)
      return pathText(checker, declared.initializer);
  }
  if (ts.isCallExpression(node)) {
    const declared = declarationOf(checker, node.expression);
    if (declared && ts.isFunctionDeclaration(declared) && declared.body) {
      const answer = declared.body.statements.find(ts.isReturnStatement)?.expression;
      if (answer) return pathText(checker, answer);
    }
  }
  return undefined;
}

function templateText(checker: ts.TypeChecker, template: ts.TemplateLiteral, isPath: boolean): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  const parts = template.templateSpans.map(({ expression, literal }) => {
    const part = isPath
      ? `:${expression.getText().replace(/^.*\./, "")}`
      : (pathText(checker, expression) ?? "");
    return part + literal.text;
  });
  return template.head.text + parts.join("");
}
