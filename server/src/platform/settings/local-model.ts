import { isAbsolute, resolve } from "node:path";
import { type Environment, httpUrl, only, text } from "./environment.ts";

/** A model that runs on this machine. */
export interface LocalModelConfig {
  /** A name on the hub, or the absolute path of a folder. */
  readonly model: string;
  readonly hubUrl: string | undefined;
  /** What the model's process sees of the environment: no secrets but the hub's. */
  readonly environment: Readonly<Record<string, string>>;
}

/** What a download may need. */
const ENVIRONMENT = [
  ...["PATH", "HOME", "TMPDIR", "LANG", "HF_TOKEN", "NODE_EXTRA_CA_CERTS"],
  ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"],
];

/** Reads which model to run, from the setting of this name. */
export function localModel(env: Environment, name: string, standard: string): LocalModelConfig {
  const model = text(env, name) ?? standard;
  const isPath = isAbsolute(model) || /^\.{1,2}\//.test(model);
  return {
    model: isPath ? resolve(model) : model,
    hubUrl: httpUrl(env, "HF_ENDPOINT"),
    environment: only(env, ...ENVIRONMENT),
  };
}
