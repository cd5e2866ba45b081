import type { Catalogue } from "../en.ts";

/** Texts of the line that says why the page waits for the server. */
export const trouble: Catalogue["trouble"] = {
  offline: "Dieses Gerät ist offline. Die Seite macht weiter, sobald die Verbindung wieder da ist.",
  unreachable: "Der Server ist nicht erreichbar. Ein neuer Versuch folgt von selbst …",
  limited: (time) => `Zurzeit zu viele Aufrufe. Die Seite macht in ${time} weiter.`,
  busy: "Der Server ist ausgelastet. Ein neuer Versuch folgt von selbst …",
  slow: "Der Server braucht länger als sonst. Es wird noch gewartet …",
};
