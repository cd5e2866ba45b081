import type { BenchContext } from "../bench-context.ts";
import { type Contender, measureInTurn, type TurnOptions } from "../load/in-turn.ts";
import type { Stage } from "../servers/stage.ts";

/** A part that needs loaded servers of a size. */
export interface StagePart {
  readonly name: string;
  measure(context: BenchContext, stage: Stage): Promise<void>;
}

/** A part that starts its own servers. */
export interface OwnPart {
  readonly name: string;
  /** The size is the main one: 50,000 chunks in the whole table. */
  measure(context: BenchContext, size: number): Promise<void>;
}

/** `1 connection`, `8 connections`. */
export function connectionsText(count: number): string {
  return `${count} connection${count === 1 ? "" : "s"}`;
}

/** Measures contenders in turn and records each. */
export async function compare(
  context: BenchContext,
  place: { readonly part: string; readonly size: number },
  contenders: readonly Contender[],
  options: Partial<TurnOptions> = {},
): Promise<void> {
  const { turns, secondsPerBlock } = context.effort;
  const whole = { turns, seconds: secondsPerBlock, warmUpSeconds: 1, ...options };
  for (const { contender, blocks, rooms } of await measureInTurn(context.generator, contenders, whole)) {
    const { line, side } = contender;
    await context.record({ ...place, line, side, blocks, ...(hasRooms(rooms) ? { rooms } : {}) });
  }
}

const hasRooms = (rooms: Readonly<Record<string, number>>) => Object.keys(rooms).length > 0;
