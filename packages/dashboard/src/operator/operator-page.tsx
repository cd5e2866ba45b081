import type { OperatorState } from "@quarry/sdk";
import { useQuery } from "@tanstack/react-query";
import { useMe } from "../api/person.tsx";
import { refreshEvery } from "../api/refresh-every.ts";
import { Icon } from "../components/icon.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Loading, Problem } from "../components/states.tsx";
import { ago, duration, integer, list, moment, size } from "../text/format.ts";
import { text } from "../text/text.ts";
import { Doctor } from "./doctor.tsx";
import { operatorQuery } from "./operator-queries.ts";

const words = text.operator;
const REFRESH_MS = 10_000;

/** The state of the whole service, for its operator. */
export function OperatorPage() {
  const { quarry } = useMe();
  const state = useQuery({ ...operatorQuery(quarry), refetchInterval: refreshEvery(REFRESH_MS) });
  return (
    <>
      <PageHeader title={words.title} hint={words.hint} />
      {state.data ? (
        <>
          <Figures state={state.data} />
          <Problems problems={state.data.problems} />
          <Queues queues={state.data.queues} />
          <Failures state={state.data} />
          <Doctor />
        </>
      ) : state.isPending ? (
        <Loading rows={6} className="tiles" />
      ) : (
        <Problem
          error={state.error}
          onRetry={() => void state.refetch()}
          forbiddenBecause={words.forbidden}
        />
      )}
    </>
  );
}

function Figures({ state }: { state: OperatorState }) {
  const { version, startedAt, database, vectorStore, embeddingModel, counts, disk, memory } = state;
  return (
    <ul className="tiles">
      <Tile name={words.version} value={version} note={words.upSince(moment(startedAt))} />
      <Tile
        name={words.database}
        value={size(database.bytes)}
        note={`${words.databases[database.kind]} ${database.version}`}
      />
      <Tile name={words.vectorStore} value={vectorStore} note={words.model(embeddingModel)} />
      <Tile
        name={words.documents}
        value={integer(counts.documents)}
        note={words.inSpaces(integer(counts.spaces), integer(counts.organizations))}
      />
      <Tile name={words.disk} value={size(disk.freeBytes)} note={words.of(size(disk.totalBytes))} />
      <Tile
        name={words.memory}
        value={size(memory.processBytes)}
        note={list([words.children(size(memory.childrenBytes)), words.of(size(memory.totalBytes))])}
      />
    </ul>
  );
}

function Tile({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <li className="tile">
      <h2>{name}</h2>
      <p className="tile-value number">{value}</p>
      <p className="faint">{note}</p>
    </li>
  );
}

function Problems({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <section className="section">
      <h2>{words.problems}</h2>
      <ul className="rows">
        {problems.map((problem) => (
          <li key={problem} className="row">
            <Icon name="alert" size={20} />
            <p className="row-main" dir="auto">
              {problem}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Queues({ queues }: Pick<OperatorState, "queues">) {
  return (
    <section className="section">
      <h2>{words.queues}</h2>
      <ul className="rows">
        {queues.map(({ queue, running, due, later, oldestSeconds }) => (
          <li key={queue} className="row">
            <Icon name="clock" size={20} />
            <p className="row-main row-name">{words.queue[queue]}</p>
            <p className="row-facts number">
              {running + due + later === 0 ? (
                <span className="faint">{words.queueEmpty}</span>
              ) : (
                <>
                  <span>{words.queueState(running, due, later)}</span>
                  <span className="faint">{words.oldest(duration(oldestSeconds))}</span>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Failures({ state: { failures, retrying } }: { state: OperatorState }) {
  return (
    <section className="section">
      <h2>{words.failures}</h2>
      {retrying > 0 && <p className="faint">{words.retrying(retrying)}</p>}
      {failures.length === 0 ? (
        <p className="faint">{words.noFailures}</p>
      ) : (
        <ul className="rows">
          {failures.map(({ message, documents, latestAt }) => (
            <li key={message} className="row">
              <Icon name="alert" size={20} />
              <p className="row-main" dir="auto">
                {message}
              </p>
              <p className="row-facts number">
                <span>{words.failed(documents)}</span>
                <time className="faint" dateTime={latestAt}>
                  {words.latest(ago(latestAt))}
                </time>
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
