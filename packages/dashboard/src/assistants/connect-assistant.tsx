import { useState } from "react";
import { Secret } from "../components/secret.tsx";
import { Segments } from "../components/segments.tsx";
import { text } from "../text/text.ts";
import { type ClientName, clientSample } from "./client-samples.ts";

const words = text.assistants;
const CLIENTS = ["claudeCode", "vsCode", "cursor", "other"] as const satisfies readonly ClientName[];

/** Ready configurations for common clients. */
export function ConnectAssistant() {
  const [client, setClient] = useState<ClientName>("claudeCode");
  return (
    <section className="section panel connect">
      <h2>{words.connect}</h2>
      <Segments
        label={words.connect}
        value={client}
        options={CLIENTS.map((name) => [name, words.clients[name]])}
        onChange={setClient}
      />
      <p className="faint">{words.clientHints[client]}</p>
      <Secret value={clientSample(client, location.origin)} label={words.clients[client]} />
    </section>
  );
}
