import { Icon } from "../components/icon.tsx";
import { duration, integer, size } from "../text/format.ts";
import { text } from "../text/text.ts";
import { type StageOf, UploadList } from "./upload-list.tsx";
import type { UploadQueue } from "./upload-queue.ts";
import type { UploadState } from "./upload-state.ts";

const words = text.uploads;

/** How far an upload is, as a whole and file by file. */
export function UploadPanel(props: { queue: UploadQueue; state: UploadState; stageOf: StageOf }) {
  const { queue, state, stageOf } = props;
  const { files, finished, unchanged, failed, rows, isPaused, secondsLeft, sentBytes, totalBytes } = state;
  if (files === 0) return null;
  const isDone = finished + failed === files;
  const share = files === 0 ? 0 : (finished + failed) / files;
  return (
    <section className="panel upload-panel" aria-label={words.title}>
      <div className="panel-head">
        <h2>{isDone ? words.done(finished) : isPaused ? words.paused : words.title}</h2>
        <p className="faint number" role="status">
          {words.progress(integer(finished), integer(files), size(sentBytes), size(totalBytes))}
          {unchanged > 0 && ` · ${words.unchanged(unchanged)}`}
          {!isDone && !isPaused && secondsLeft !== undefined && ` · ${words.left(duration(secondsLeft))}`}
        </p>
        <div className="panel-actions">
          {!isDone && (
            <button type="button" className="button small" onClick={isPaused ? queue.resume : queue.pause}>
              <Icon name={isPaused ? "play" : "pause"} size={16} />
              {isPaused ? words.resume : words.pause}
            </button>
          )}
          {failed > 0 && (
            <button type="button" className="button small" onClick={() => queue.retry()}>
              <Icon name="retry" size={16} />
              {words.retryFailed}
            </button>
          )}
          <button type="button" className="button small" onClick={queue.clear}>
            {isDone ? text.action.close : words.stop}
          </button>
        </div>
      </div>
      <progress className="progress" max={1} value={share} aria-label={words.title} />
      <UploadList queue={queue} files={rows} stageOf={stageOf} />
    </section>
  );
}
