import type { CallOptions, EvaluationQuery, Quarry, QuestionGroup } from "@quarry/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { useMe } from "../api/person.tsx";
import { showToast } from "../components/toasts.tsx";
import { GoldenForm } from "../evaluations/golden-form.tsx";
import { withGoldenQuery } from "../evaluations/golden-query.ts";
import { text } from "../text/text.ts";

const words = text.questions;

/** Saves a question as a golden query of the space that was asked most, in its newest evaluation. */
export function SaveQuestion({ group, onClose }: { group: QuestionGroup; onClose: () => void }) {
  const { quarry } = useMe();
  const queries = useQueryClient();
  const [spaceId = ""] = group.spaceIds;
  return (
    <GoldenForm
      title={words.save}
      submit={words.saveSubmit}
      before={{ query: group.question, relevant: [] }}
      onSave={async (golden, _, call) => {
        const { evaluation } = await saveIn(quarry, spaceId, golden, call);
        await queries.invalidateQueries({ queryKey: ["evaluations"] });
        showToast(words.saveDone(evaluation.name));
      }}
      onClose={onClose}
    />
  );
}

async function saveIn(quarry: Quarry, spaceId: string, golden: EvaluationQuery, call: CallOptions) {
  const { data } = await quarry.evaluations.list({ spaceId, pageSize: 1 });
  const [newest] = data;
  if (!newest)
    return quarry.evaluations.create({ spaceId, name: words.evaluationName, queries: [golden] }, call);
  const { evaluation } = await quarry.evaluations.get({ spaceId, id: newest.id });
  const changed = withGoldenQuery(evaluation.queries, golden);
  return quarry.evaluations.update({ spaceId, id: newest.id, queries: changed }, call);
}
