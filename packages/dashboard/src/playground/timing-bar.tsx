import { milliseconds } from "../text/format.ts";
import { text } from "../text/text.ts";
import type { Answered } from "./question.ts";

const words = text.playground;

/** How long an answer took, with the stages of the server. */
export function TimingBar({ totalMs, stages }: Pick<Answered, "totalMs" | "stages">) {
  const serverMs = stages.reduce((sum, { ms }) => sum + ms, 0);
  return (
    <details className="timing">
      <summary>
        <span className="number">{words.took(milliseconds(totalMs))}</span>
        <span className="timing-bar" aria-hidden="true">
          {stages.map(({ name, ms }, at) => (
            <span
              key={name}
              className={`stage-${at % 4}`}
              style={{ width: `${(ms / (serverMs || 1)) * 100}%` }}
            />
          ))}
        </span>
      </summary>
      <dl className="timing-stages number">
        {stages.map(({ name, ms }, at) => (
          <div key={name}>
            <dt>
              <span className={`dot stage-${at % 4}`} aria-hidden="true" />
              {Object.hasOwn(words.stages, name) ? words.stages[name as keyof typeof words.stages] : name}
            </dt>
            <dd>{milliseconds(ms)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
