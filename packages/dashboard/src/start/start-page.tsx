import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { statusOf } from "../api/errors.ts";
import { useMe } from "../api/person.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Loading, Problem } from "../components/states.tsx";
import { spaceQuery } from "../spaces/space-queries.ts";
import { text } from "../text/text.ts";
import { FirstFiles } from "./first-files.tsx";
import { FirstSpace } from "./first-space.tsx";
import { Step } from "./step.tsx";

const words = text.start;
const route = getRouteApi("/start");

/** The first run: from an account to an answered question. */
export function StartPage() {
  const { quarry, person } = useMe();
  const { space: slug = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const space = useQuery({ ...spaceQuery(quarry, slug), enabled: slug !== "" });
  function chosenSpace() {
    if (space.data) return <p className="faint">{words.spaceDone(space.data.name)}</p>;
    // Without one, or when it was deleted.
    if (slug === "" || statusOf(space.error) === 404)
      return (
        <FirstSpace
          onCreated={(created) => void navigate({ to: ".", search: { space: created.slug }, replace: true })}
        />
      );
    if (space.isPending) return <Loading rows={1} />;
    return <Problem error={space.error} onRetry={() => void space.refetch()} />;
  }
  return (
    <>
      <PageHeader title={words.title} hint={words.hint} />
      <ol className="steps">
        <Step title={words.account} state="done">
          <p className="faint">{words.accountDone(person.email, person.organization?.name ?? "")}</p>
        </Step>
        <Step title={words.space} state={space.data ? "done" : "now"}>
          {chosenSpace()}
        </Step>
        {space.data ? (
          <FirstFiles key={space.data.id} space={space.data} />
        ) : (
          <>
            <Step title={words.files} state="later" />
            <Step title={words.question} state="later" />
          </>
        )}
      </ol>
    </>
  );
}
