import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types.js";

/** What JSON-RPC leaves to servers: here, that the service did not answer. */
const NO_ANSWER = -32000;

/** Messages of a client, carried to the service one after the other, and its answers back. */
export interface Bridge {
  /** Resolves when everything that came in has been answered. */
  drained(): Promise<void>;
}

/**
 * Joins a client's side to the service's. A request that the service does not answer gets an error, so that nobody waits
 * for ever.
 * @param report Says what went wrong, to a person.
 */
export function joinTransports(
  client: Transport,
  service: Transport,
  report: (problem: string) => void,
): Bridge {
  let last = Promise.resolve();
  let written = Promise.resolve();
  let initializeId: RequestId | undefined;

  async function carry(message: JSONRPCMessage): Promise<void> {
    if ("method" in message && "id" in message && message.method === "initialize") initializeId = message.id;
    try {
      await service.send(message);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      report(problem);
      if ("method" in message && "id" in message)
        answer({ jsonrpc: "2.0", id: message.id, error: { code: NO_ANSWER, message: problem } });
    }
  }

  function answer(message: JSONRPCMessage): void {
    written = written.then(() => client.send(message));
  }

  client.onmessage = (message) => {
    last = last.then(() => carry(message));
  };
  client.onerror = (error) => report(`A message could not be read: ${error.message}`);
  service.onmessage = (message) => {
    // All further messages name the version of the protocol that both agreed on.
    if ("result" in message && message.id === initializeId) {
      const { protocolVersion } = message.result;
      if (typeof protocolVersion === "string") service.setProtocolVersion?.(protocolVersion);
    }
    answer(message);
  };

  return {
    async drained() {
      // What is carried may be followed by more.
      for (let seen: unknown; seen !== last; ) {
        seen = last;
        await last;
        await written;
      }
    },
  };
}
