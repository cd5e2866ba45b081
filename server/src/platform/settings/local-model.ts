import { isAbsolute, resolve } from "node:path";
import { type Environment, httpUrl, only, text } from "./environment.ts";

/** A model that runs on this machine. */
export interface LocalModelConfig {
  /** Name on the Hugging Face hub, or the absolute path of a folder. */
  readonly model: string;
  readonly hubUrl: string | undefined;
  /** Environment of the model's process. The only secret in it is the hub's token. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Variables that a download may need. */
const ENVIRONMENT = [
  ...["PATH", "HOME", "TMPDIR", "LANG", "HF_TOKEN", "NODE_EXTRA_CA_CERTS"],
  ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"],
];

/** Reads the model from the setting `name`. */
export function localModel(env: Environment, name: string, defaultModel: string): LocalModelConfig {
  const model = text(env, name) ?? defaultModel;
  const isPath = isAbsolute(model) || /^\.{1,2}\//.test(model);
  return {
    model: isPath ? resolve(model) : model,
    hubUrl: httpUrl(env, "HF_ENDPOINT"),
    environment: only(env, ...ENVIRONMENT),
  };
}
