/** How fast an organization asks, and how fast it is answered. */
export interface Pace {
  noteAsked(): void;
  noteAnswered(): void;
  /** True while questions arrive at least twice as fast as they are answered. */
  isFlood(): boolean;
}

/** Long enough that chance does not double the questions, and short enough that a flood is seen at its start. */
const WINDOW_MS = 250;
const FLOOD_FACTOR = 2;

/** Counts questions and answers of the last 125 to 250 ms. */
export function createPace(nowMs: () => number): Pace {
  let [before, current] = [countFrom(0), countFrom(0)];

  function latest(): typeof current {
    const now = nowMs();
    const ageMs = now - current.sinceMs;
    if (ageMs >= WINDOW_MS / 2) {
      before = ageMs < WINDOW_MS ? current : countFrom(now);
      current = countFrom(now);
    }
    return current;
  }

  return {
    noteAsked() {
      latest().asked += 1;
    },
    noteAnswered() {
      latest().answered += 1;
    },
    isFlood() {
      const { asked, answered } = latest();
      return asked + before.asked >= FLOOD_FACTOR * (answered + before.answered);
    },
  };
}

function countFrom(sinceMs: number) {
  return { sinceMs, asked: 0, answered: 0 };
}
