import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types.js";

/** JSON-RPC code for a request without a response from the server. JSON-RPC leaves -32000 to implementations. */
const NO_RESPONSE = -32000;

/** Forwards messages from a client to a server, one after the other, and the responses back. */
export interface Bridge {
  /** Resolves when all received messages have been answered. */
  drained(): Promise<void>;
}

/**
 * Connects a client's transport to a server's. A request without a response is answered with an error, so that the client
 * does not wait forever.
 * @param reportError Receives error messages for the user.
 */
export function connectTransports(
  client: Transport,
  server: Transport,
  reportError: (message: string) => void,
): Bridge {
  let lastForwarded = Promise.resolve();
  let lastWritten = Promise.resolve();
  let initializeId: RequestId | undefined;

  async function forward(message: JSONRPCMessage): Promise<void> {
    const isRequest = "method" in message && "id" in message;
    if (isRequest && message.method === "initialize") initializeId = message.id;
    try {
      await server.send(message);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      reportError(text);
      if (isRequest) respond({ jsonrpc: "2.0", id: message.id, error: { code: NO_RESPONSE, message: text } });
    }
  }

  function respond(message: JSONRPCMessage): void {
    lastWritten = lastWritten.then(() => client.send(message));
  }

  client.onmessage = (message) => {
    lastForwarded = lastForwarded.then(() => forward(message));
  };
  client.onerror = (error) => reportError(`Cannot read a message from the client: ${error.message}`);
  server.onmessage = (message) => {
    // After initialization, the HTTP transport must send the negotiated protocol version.
    if ("result" in message && message.id === initializeId) {
      const { protocolVersion } = message.result;
      if (typeof protocolVersion === "string") server.setProtocolVersion?.(protocolVersion);
    }
    respond(message);
  };

  return {
    async drained() {
      // Repeat, because more messages may arrive while waiting.
      for (let seen: unknown; seen !== lastForwarded; ) {
        seen = lastForwarded;
        await lastForwarded;
        await lastWritten;
      }
    },
  };
}
