/**
 * What workerd is told: one worker, made of a file beside the configuration, that may call this machine and gets where
 * the server is, and its key, from the environment. It behaves as of that date, with these of its flags.
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
