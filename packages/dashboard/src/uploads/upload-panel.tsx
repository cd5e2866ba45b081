import { Icon } from "../components/icon.tsx";
import { duration, integer, size } from "../text/format.ts";
import { text } from "../text/text.ts";
import type { UploadQueue, UploadState } from "./upload-queue.ts";

const words = text.uploads;
const SHOWN_FAILURES = 50;

/** How far an upload is, with what failed and why. */
export function UploadPanel({ queue, state }: { queue: UploadQueue; state: UploadState }) {
  const { files, finished, unchanged, failed, sending, isPaused, secondsLeft, sentBytes, totalBytes } = state;
  if (files === 0) return null;
  const isDone = finished + failed.length === files;
  const share = files === 0 ? 0 : (finished + failed.length) / files;
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
          {failed.length > 0 && (
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
      {sending.length > 0 && (
        <ul className="upload-files">
          {sending.map(({ id, path, sentBytes, file }) => (
            <li key={id}>
              <span className="clip" dir="auto">
                {path}
              </span>
              <span className="faint number">{words.bytes(size(sentBytes), size(file.size))}</span>
            </li>
          ))}
        </ul>
      )}
      {failed.length > 0 && (
        <ul className="upload-files failed">
          {failed.slice(0, SHOWN_FAILURES).map(({ id, path, problem }) => (
            <li key={id}>
              <Icon name="alert" size={16} />
              <span className="clip" dir="auto">
                {path}
              </span>
              <span className="upload-problem" dir="auto">
                {problem}
              </span>
              <button
                type="button"
                className="button small square"
                aria-label={`${text.action.retry}: ${path}`}
                onClick={() => queue.retry(id)}
              >
                <Icon name="retry" size={16} />
              </button>
            </li>
          ))}
          {failed.length > SHOWN_FAILURES && <li>{words.moreFailures(failed.length - SHOWN_FAILURES)}</li>}
        </ul>
      )}
    </section>
  );
}
