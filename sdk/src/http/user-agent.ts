import { version } from "../../package.json";

/** Globals that tell the runtime. */
interface Runtime {
  readonly Bun?: { readonly version: string };
  readonly Deno?: { readonly version: { readonly deno: string } };
  readonly process?: { readonly versions?: { readonly node?: string } };
  readonly navigator?: { readonly userAgent?: string };
  readonly document?: unknown;
}

/**
 * The version of this package and of the runtime, e.g. `quarry-sdk/1.0.0 node/22.1.0`. Undefined in browsers, which set
 * the header themselves.
 */
export function userAgent(runtime = globalThis as Runtime): string | undefined {
  const name = runtime.document === undefined ? runtimeName(runtime) : undefined;
  return name && `quarry-sdk/${version} ${name}`;
}

function runtimeName({ Bun, Deno, process, navigator }: Runtime): string | undefined {
  // Bun and Deno define Node's version, too.
  if (Bun) return `bun/${Bun.version}`;
  if (Deno) return `deno/${Deno.version.deno}`;
  if (process?.versions?.node) return `node/${process.versions.node}`;
  return navigator?.userAgent === "Cloudflare-Workers" ? "workerd" : undefined;
}
