/**
 * A workerd configuration with one worker, loaded from a file next to it. The worker may call this machine, and gets the
 * server's URL and API key from the environment. `date` and `flags` are its compatibility date and flags.
 */
export function edgeConfiguration(file: string, date: string, flags: readonly string[]): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "edge", worker = .edge),
    (name = "loopback", network = (allow = ["local", "private"])),
  ],
);
const edge :Workerd.Worker = (
  modules = [(name = "edge", esModule = embed "${file}")],
  bindings = [
    (name = "url", fromEnvironment = "QUARRY_URL"),
    (name = "key", fromEnvironment = "QUARRY_API_KEY"),
  ],
  compatibilityDate = "${date}",
  compatibilityFlags = ${JSON.stringify(flags)},
  globalOutbound = "loopback",
);
`;
}
