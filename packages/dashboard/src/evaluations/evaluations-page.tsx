import type { EvaluationSummary } from "@quarry/sdk";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { statusOf } from "../api/errors.ts";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { NotFound } from "../components/not-found.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Empty, Loading, Problem } from "../components/states.tsx";
import { ago, moment, score } from "../text/format.ts";
import { text } from "../text/text.ts";
import { evaluationsQuery } from "./evaluation-queries.ts";
import { GoldenForm } from "./golden-form.tsx";

const words = text.evaluations;
const route = getRouteApi("/spaces/$spaceId/evaluations");

/** The evaluations of a space. */
export function EvaluationsPage() {
  const { quarry } = useMe();
  const queries = useQueryClient();
  const { spaceId } = route.useParams();
  const navigate = route.useNavigate();
  const evaluations = useQuery(evaluationsQuery(quarry, spaceId));
  const [isCreating, setCreating] = useState(false);
  const create = (
    <button type="button" className="button primary" onClick={() => setCreating(true)}>
      <Icon name="plus" />
      {words.create}
    </button>
  );
  if (statusOf(evaluations.error) === 404) return <NotFound />;

  function content() {
    if (evaluations.isPending) return <Loading rows={3} />;
    if (!evaluations.data)
      return <Problem error={evaluations.error} onRetry={() => void evaluations.refetch()} />;
    if (evaluations.data.length === 0)
      return (
        <Empty icon="target" title={words.empty} hint={words.emptyHint}>
          {create}
        </Empty>
      );
    return (
      <ul className="rows">
        {evaluations.data.map((evaluation) => (
          <EvaluationRow key={evaluation.id} evaluation={evaluation} spaceName={spaceId} />
        ))}
      </ul>
    );
  }

  return (
    <>
      <PageHeader
        title={words.title}
        hint={words.hint}
        before={
          <Link to="/spaces/$spaceId" params={{ spaceId }} className="back-link">
            <Icon name="back" size={16} />
            {words.toSpace}
          </Link>
        }
      >
        {create}
      </PageHeader>
      {content()}
      {isCreating && (
        <GoldenForm
          title={words.create}
          submit={words.submitCreate}
          named
          onClose={() => setCreating(false)}
          onSave={async (golden, name, call) => {
            const { evaluation } = await quarry.evaluations.create(
              { spaceId, name, queries: [golden] },
              call,
            );
            await queries.invalidateQueries({ queryKey: ["evaluations", spaceId], exact: true });
            await navigate({
              to: "/spaces/$spaceId/evaluations/$evaluationId",
              params: { spaceId, evaluationId: evaluation.id },
            });
          }}
        />
      )}
    </>
  );
}

function EvaluationRow(props: { evaluation: EvaluationSummary; spaceName: string }) {
  const { evaluation, spaceName } = props;
  const { id, name, queryCount, latestRun } = evaluation;
  const figures = latestRun?.configurations.at(-1);
  return (
    <li className="row">
      <Icon name="target" size={20} />
      <div className="row-main">
        <p className="row-name" dir="auto">
          <Link
            to="/spaces/$spaceId/evaluations/$evaluationId"
            params={{ spaceId: spaceName, evaluationId: id }}
          >
            {name}
          </Link>
        </p>
        <p className="faint">{words.queries(queryCount)}</p>
      </div>
      <div className="row-facts">
        {figures && (
          <span className="badge busy number">
            {words.metric.ndcg} {score(figures.ndcg.value)}
          </span>
        )}
        <span className="faint" title={latestRun ? moment(latestRun.createdAt) : undefined}>
          {latestRun ? words.ran(ago(latestRun.createdAt)) : words.neverRun}
        </span>
      </div>
    </li>
  );
}
