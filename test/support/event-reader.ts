import type { QuarryEvent, ResetEvent } from "@quarry/schema";
import { until } from "./until.ts";

/** Events read from a stream so far. */
export interface EventReader {
  readonly response: Response;
  readonly events: readonly (QuarryEvent | ResetEvent)[];
  /** The raw text read so far. */
  readonly text: string;
  readonly isOver: boolean;
  /** Waits until `count` events of this type have arrived. */
  saw(type: string, count?: number): Promise<QuarryEvent | ResetEvent>;
  /** Waits until the stream has a position; it delivers all later events. */
  begun(): Promise<unknown>;
  close(): Promise<void>;
}

/** Reads a stream of events continuously. */
export function readEvents(response: Response): EventReader {
  const events: (QuarryEvent | ResetEvent)[] = [];
  let text = "";
  let isOver = false;
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();

  function take(): void {
    const blocks = text.split("\n\n").slice(0, -1);
    events.splice(0, events.length, ...blocks.flatMap(readBlock));
  }
  async function read(): Promise<void> {
    for (;;) {
      const next = await reader?.read().catch(() => undefined);
      if (!next || next.done) break;
      text += next.value;
      take();
    }
    isOver = true;
  }
  void read();
  return {
    response,
    events,
    get text() {
      return text;
    },
    get isOver() {
      return isOver;
    },
    saw: (type, count = 1) =>
      until(`event ${type}, of ${events.map((event) => event.type).join(", ")}`, () =>
        events.filter((event) => event.type === type).at(count - 1),
      ),
    begun: () => until("the stream's begin", () => /^id: /m.test(text) || undefined),
    close: async () => void (await reader?.cancel().catch(() => undefined)),
  };
}

function readBlock(block: string): (QuarryEvent | ResetEvent)[] {
  const data = /^data: (.*)$/m.exec(block)?.[1];
  return data === undefined ? [] : [JSON.parse(data) as QuarryEvent | ResetEvent];
}
