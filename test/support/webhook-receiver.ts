import { until } from "./until.ts";

/** One message as it came. */
export interface Received {
  readonly id: string;
  readonly type: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A receiver of webhooks on loopback. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** How the next messages are answered. */
  answer: (message: Received) => Response | Promise<Response>;
  /** Waits until so many messages of this type have come; answers the last of them. */
  got(type: string, count?: number): Promise<Received>;
  stop(): void;
}

/** Starts a receiver that answers 200 unless told otherwise. */
export function startReceiver(): WebhookReceiver {
  const received: Received[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const body = await request.text();
      const headers = Object.fromEntries(request.headers);
      const { type } = JSON.parse(body) as { type: string };
      const message = { id: headers["webhook-id"] ?? "", type, body, headers };
      received.push(message);
      return receiver.answer(message);
    },
  });
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${server.port}/hook`,
    received,
    answer: () => new Response("thanks"),
    got: (type, count = 1) =>
      until(`${count} of ${type}, of ${received.map((each) => each.type).join(", ")}`, () =>
        received.filter((each) => each.type === type).at(count - 1),
      ),
    stop: () => void server.stop(true),
  };
  return receiver;
}
