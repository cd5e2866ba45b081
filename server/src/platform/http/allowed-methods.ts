import { QuarryError } from "@quarry/core";

/** The methods of the routes with this path; empty for an unknown path. */
export type AllowedMethods = (path: string) => readonly string[];

/** A route of the application. */
interface Route {
  readonly method: string;
  /** With `:name` for a parameter, and `*` for any rest. */
  readonly path: string;
}

/** Finds the methods of a path among routes, which it reads at the first call, when all of them are known. */
export function createAllowedMethods(routes: () => readonly Route[]): AllowedMethods {
  let patterns: readonly (readonly [RegExp, string])[] | undefined;
  return (path) => {
    patterns ??= routes().flatMap(({ method, path: route }) =>
      // Routes for all methods answer by themselves.
      method === "ALL" ? [] : [[patternOf(route), method] as const],
    );
    return [...new Set(patterns.flatMap(([pattern, method]) => (pattern.test(path) ? [method] : [])))].sort();
  };
}

/** The value of the header `Allow`: a path with GET also takes HEAD. */
function allowHeader(methods: readonly string[]): string {
  return [...new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : [])])].sort().join(", ");
}

/** Throws `method_not_allowed`, with the header `Allow`, if the path of a request has routes with other methods. */
export function refuseWrongMethod(
  allowedMethods: AllowedMethods,
  context: {
    readonly path: string;
    readonly request: Request;
    readonly set: { readonly headers: { allow?: string } };
  },
): void {
  const allowed = allowedMethods(context.path);
  if (allowed.length === 0) return;
  const allow = allowHeader(allowed);
  context.set.headers.allow = allow;
  const message = `This path does not take ${context.request.method}. It takes ${allow}.`;
  throw new QuarryError("method_not_allowed", message);
}

function patternOf(route: string): RegExp {
  const parts = route
    .split("/")
    .map((part) => (part === "*" ? ".*" : part.startsWith(":") ? "[^/]+" : RegExp.escape(part)));
  return new RegExp(`^${parts.join("/")}/?$`);
}
