import type { Evaluation, EvaluationName, EvaluationQuery, EvaluationRun } from "@quarry/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { errorText } from "../api/errors.ts";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { Menu } from "../components/menu.tsx";
import { showToast } from "../components/toasts.tsx";
import { integer, list, score } from "../text/format.ts";
import { text } from "../text/text.ts";
import { GoldenForm } from "./golden-form.tsx";
import { withGoldenQuery } from "./golden-query.ts";

const words = text.evaluations;

/** The golden queries as a table, each with its result in the latest run. */
export function GoldenTable(props: {
  name: EvaluationName;
  evaluation: Evaluation;
  run: EvaluationRun | undefined;
}) {
  const { name, evaluation, run } = props;
  const { quarry } = useMe();
  const queries = useQueryClient();
  const [editing, setEditing] = useState<EvaluationQuery | "new">();
  const results = new Map(run?.queries.map((each) => [each.query, each.results]));
  const save = async (changed: readonly EvaluationQuery[]) => {
    await quarry.evaluations.update({ ...name, queries: [...changed] });
    await queries.invalidateQueries({ queryKey: ["evaluations", name.spaceId] });
  };
  const removing = useMutation({
    mutationFn: (golden: EvaluationQuery) => save(evaluation.queries.filter((each) => each !== golden)),
    onSuccess: () => showToast(words.removeDone),
    onError: (error) => showToast(errorText(error)),
  });
  return (
    <section className="section">
      <div className="section-head">
        <h2>{words.table}</h2>
        <button type="button" className="button small" onClick={() => setEditing("new")}>
          <Icon name="plus" size={16} />
          {words.add}
        </button>
      </div>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{words.question}</th>
            <th scope="col">{words.answeredBy}</th>
            <th scope="col">{words.result}</th>
            <th scope="col">
              <span className="visually-hidden">{text.action.more}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {evaluation.queries.map((golden) => (
            <tr key={golden.query}>
              <th scope="row" dir="auto">
                <Link to="/playground" search={{ q: golden.query, spaces: name.spaceId }}>
                  {golden.query}
                </Link>
              </th>
              <td dir="auto">{list(golden.relevant.map(graded))}</td>
              <td className="number">
                <Results results={results.get(golden.query) ?? []} />
              </td>
              <td>
                <Menu
                  label={`${text.action.more}: ${golden.query}`}
                  items={[
                    { label: words.edit, icon: "file-text", onChoose: () => setEditing(golden) },
                    {
                      ...{ label: words.remove, icon: "trash", isDangerous: true },
                      onChoose: () => removing.mutate(golden),
                    },
                  ]}
                >
                  <Icon name="more" size={20} />
                </Menu>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {editing !== undefined && (
        <GoldenForm
          title={words.editTitle}
          submit={text.action.save}
          {...(editing === "new" ? {} : { before: editing })}
          onClose={() => setEditing(undefined)}
          onSave={(golden) =>
            save(
              editing === "new"
                ? withGoldenQuery(evaluation.queries, golden)
                : evaluation.queries.map((each) => (each === editing ? golden : each)),
            )
          }
        />
      )}
    </section>
  );
}

/** A filename, with its grade unless that is 1. */
function graded({ filename, grade }: EvaluationQuery["relevant"][number]): string {
  return grade === 1 ? filename : `${filename} (${integer(grade)})`;
}

function Results({ results }: { results: EvaluationRun["queries"][number]["results"] }) {
  return results.map(({ ndcg, missed }, at) => (
    <p key={at}>
      <span className={ndcg < 1 ? "badge warn" : "badge busy"}>{score(ndcg)}</span>
      {missed.length > 0 && <span className="faint"> {words.missed(list(missed))}</span>}
    </p>
  ));
}
