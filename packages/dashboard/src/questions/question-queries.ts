import type {
  Quarry,
  QuestionLogSettings,
  QuestionVolumeResponse,
  UnansweredQuestionsResponse,
  VolumeBucket,
} from "@quarry/sdk";
import { queryOptions } from "@tanstack/react-query";
import { refreshEvery } from "../api/refresh-every.ts";

const REFRESH_MS = 30_000;
/** Groups that the page shows. */
const GROUPS_SHOWN = 50;

/** What the log keeps. */
export function questionSettingsQuery(quarry: Quarry) {
  return queryOptions({
    queryKey: ["questions", "settings"],
    queryFn: async ({ signal }): Promise<QuestionLogSettings> =>
      (await quarry.questions.settings({ signal })).settings,
  });
}

/** How many questions were asked over time, and how long the answers took. */
export function volumeQuery(quarry: Quarry, bucket: VolumeBucket) {
  return queryOptions({
    queryKey: ["questions", "volume", bucket],
    queryFn: async ({ signal }): Promise<QuestionVolumeResponse> =>
      quarry.questions.volume({ bucket }, { signal }),
    refetchInterval: refreshEvery(REFRESH_MS),
  });
}

/** Questions without a good answer, in groups. */
export function unansweredQuery(quarry: Quarry) {
  return queryOptions({
    queryKey: ["questions", "unanswered"],
    queryFn: async ({ signal }): Promise<UnansweredQuestionsResponse> =>
      quarry.questions.unanswered({ limit: GROUPS_SHOWN }, { signal }),
    refetchInterval: refreshEvery(REFRESH_MS),
  });
}
