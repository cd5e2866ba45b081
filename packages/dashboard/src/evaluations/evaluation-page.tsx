import type { Evaluation } from "@quarry/sdk";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { statusOf } from "../api/errors.ts";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { NotFound } from "../components/not-found.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { FormError, Loading, Problem } from "../components/states.tsx";
import { text } from "../text/text.ts";
import { EvaluationActions } from "./evaluation-actions.tsx";
import { evaluationQuery, runQuery, runsQuery } from "./evaluation-queries.ts";
import { FitWeight } from "./fit-weight.tsx";
import { GoldenTable } from "./golden-table.tsx";
import { RunFigures } from "./run-figures.tsx";
import { RunForm } from "./run-form.tsx";
import { RunHistory } from "./run-history.tsx";

const words = text.evaluations;
const route = getRouteApi("/spaces/$spaceId/evaluations/$evaluationId");

/** One evaluation: its figures, its runs and its golden queries. */
export function EvaluationPage() {
  const { quarry } = useMe();
  const { spaceId, evaluationId } = route.useParams();
  const found = useQuery(evaluationQuery(quarry, { spaceId, id: evaluationId }));
  if (found.isPending) return <Loading rows={5} isPage />;
  if (found.data) return <EvaluationView evaluation={found.data} spaceName={spaceId} />;
  return statusOf(found.error) === 404 ? (
    <NotFound />
  ) : (
    <Problem error={found.error} onRetry={() => void found.refetch()} isPage />
  );
}

function EvaluationView({ evaluation, spaceName }: { evaluation: Evaluation; spaceName: string }) {
  const { quarry } = useMe();
  const queries = useQueryClient();
  const navigate = route.useNavigate();
  const name = { spaceId: spaceName, id: evaluation.id };
  const runs = useQuery(runsQuery(quarry, name));
  const latestId = runs.data?.data[0]?.id ?? "";
  const latest = useQuery({ ...runQuery(quarry, name, latestId), enabled: latestId !== "" });
  const running = useMutation({
    mutationFn: (body: Parameters<typeof quarry.evaluations.run>[0]) => quarry.evaluations.run(body),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["evaluations", spaceName] }),
  });
  return (
    <>
      <PageHeader
        title={evaluation.name}
        hint={words.queries(evaluation.queries.length)}
        before={
          <Link to="/spaces/$spaceId/evaluations" params={{ spaceId: spaceName }} className="back-link">
            <Icon name="back" size={16} />
            {words.toList}
          </Link>
        }
      >
        <EvaluationActions
          name={name}
          title={evaluation.name}
          onGone={() => navigate({ to: "/spaces/$spaceId/evaluations", params: { spaceId: spaceName } })}
        />
      </PageHeader>
      <RunForm
        isRunning={running.isPending}
        onRun={(configurations) => running.mutate({ ...name, configurations })}
      />
      <FormError error={running.error} />
      {latest.data && <RunFigures run={latest.data} />}
      {runs.data && runs.data.data.length > 0 && <RunHistory name={name} runs={runs.data.data} />}
      <GoldenTable name={name} evaluation={evaluation} run={latest.data} />
      <FitWeight name={name} queryCount={evaluation.queries.length} />
    </>
  );
}
