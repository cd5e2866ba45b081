/** The methods of the routes with this path; empty for an unknown path. */
export type AllowedMethods = (path: string) => readonly string[];

/** A route of the application. */
interface Route {
  readonly method: string;
  /** With `:name` for a parameter. */
  readonly path: string;
}

/** Finds the methods of a path among routes, which it reads at the first call, when all of them are known. */
export function createAllowedMethods(routes: () => readonly Route[]): AllowedMethods {
  let patterns: readonly (readonly [RegExp, string])[] | undefined;
  return (path) => {
    patterns ??= routes().flatMap(({ method, path: route }) =>
      // Routes for all methods and all paths answer by themselves.
      method === "ALL" || route.includes("*") ? [] : [[patternOf(route), method] as const],
    );
    return [...new Set(patterns.flatMap(([pattern, method]) => (pattern.test(path) ? [method] : [])))].sort();
  };
}

/** The value of the header `Allow`: a path with GET also takes HEAD. */
export function allowHeader(methods: readonly string[]): string {
  return [...new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : [])])].sort().join(", ");
}

function patternOf(route: string): RegExp {
  const parts = route.split("/").map((part) => (part.startsWith(":") ? "[^/]+" : RegExp.escape(part)));
  return new RegExp(`^${parts.join("/")}/?$`);
}
