import { until } from "./until.ts";

/** A received message. */
export interface Received {
  readonly id: string;
  readonly type: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A webhook receiver on loopback. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Status of the next responses. */
  answer: (message: Received) => Response | Promise<Response>;
  /** Waits until `count` messages of this type have arrived; returns the last. */
  got(type: string, count?: number): Promise<Received>;
  stop(): void;
}

/** Starts a receiver that responds 200 by default. */
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
