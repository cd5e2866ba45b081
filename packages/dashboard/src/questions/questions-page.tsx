import type { QuestionLogSettings } from "@quarry/sdk";
import { useQuery } from "@tanstack/react-query";
import { useMe } from "../api/person.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Empty, Loading, Problem } from "../components/states.tsx";
import { text } from "../text/text.ts";
import { QuestionGroups } from "./question-groups.tsx";
import { questionSettingsQuery } from "./question-queries.ts";
import { QuestionSettings } from "./question-settings.tsx";
import { QuestionVolume } from "./question-volume.tsx";

const words = text.questions;

/** What was asked, how fast it was answered, and what found no good answer. */
export function QuestionsPage() {
  const { quarry } = useMe();
  const settings = useQuery(questionSettingsQuery(quarry));
  return (
    <>
      <PageHeader title={words.title} hint={words.hint} />
      {settings.data ? (
        <QuestionLog settings={settings.data} />
      ) : settings.isPending ? (
        <Loading rows={4} />
      ) : (
        <Problem error={settings.error} onRetry={() => void settings.refetch()} />
      )}
    </>
  );
}

function QuestionLog({ settings }: { settings: QuestionLogSettings }) {
  const { recording, keepDays } = settings;
  return (
    <>
      <QuestionSettings key={`${recording} ${keepDays}`} settings={settings} />
      {recording === "off" ? (
        <Empty icon="inbox" title={words.off} hint={words.offHint} />
      ) : (
        <>
          <QuestionVolume />
          <QuestionGroups recording={recording} />
        </>
      )}
    </>
  );
}
