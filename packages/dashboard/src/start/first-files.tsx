import type { Space } from "@quarry/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { statusCountsQuery } from "../documents/document-queries.ts";
import { UploadedStage } from "../documents/uploaded-stage.tsx";
import { useLiveDocuments } from "../documents/use-live-documents.ts";
import { text } from "../text/text.ts";
import { DropZone, UploadButtons } from "../uploads/drop-zone.tsx";
import { useUploads } from "../uploads/space-uploads.ts";
import { UploadPanel } from "../uploads/upload-panel.tsx";
import { FirstQuestion } from "./first-question.tsx";
import { Step } from "./step.tsx";

const words = text.start;

/** The steps that follow the space: files are uploaded and read, then a question is asked. */
export function FirstFiles({ space }: { space: Space }) {
  const { quarry } = useMe();
  const [queue, uploads] = useUploads(space.id);
  useLiveDocuments(space.id);
  const { data: counts } = useQuery(statusCountsQuery(quarry, space.id));
  const isReady = counts !== undefined && counts.ready > 0;
  return (
    <>
      <Step title={words.files} state={isReady ? "done" : "now"}>
        <DropZone onFiles={queue.add}>
          <p className="faint">{words.filesHint}</p>
          <div className="step-actions">
            <UploadButtons onFiles={queue.add} />
          </div>
          <UploadPanel
            queue={queue}
            state={uploads}
            stageOf={(documentId) => <UploadedStage spaceId={space.id} documentId={documentId} />}
          />
          {counts && counts.total > 0 && (
            <p className="step-counts" role="status">
              <span className="number">{words.ready(counts.ready, counts.total)}</span>
              {counts.failed > 0 && (
                <span className="badge failed">
                  <Icon name="alert" size={14} />
                  {words.failed(counts.failed)}
                </span>
              )}
              {counts.failed > 0 && (
                <Link to="/spaces/$spaceId" params={{ spaceId: space.slug }} search={{ status: "FAILED" }}>
                  {words.showFailed}
                </Link>
              )}
            </p>
          )}
        </DropZone>
      </Step>
      <Step title={words.question} state={isReady ? "now" : "later"}>
        {isReady ? <FirstQuestion space={space} /> : <p className="faint">{words.questionWaits}</p>}
      </Step>
    </>
  );
}
