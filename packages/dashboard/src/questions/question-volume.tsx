import type { QuestionFigures, VolumeBucket } from "@quarry/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "../api/person.tsx";
import { Segments } from "../components/segments.tsx";
import { Empty, Loading, Problem } from "../components/states.tsx";
import { integer, milliseconds } from "../text/format.ts";
import { text } from "../text/text.ts";
import { LatencyChart } from "./latency-chart.tsx";
import { volumeQuery } from "./question-queries.ts";
import { VolumeChart } from "./volume-chart.tsx";

const words = text.questions;

/** How much was asked, and how long the answers took. */
export function QuestionVolume() {
  const { quarry } = useMe();
  const [bucket, setBucket] = useState<VolumeBucket>("day");
  const volume = useQuery({ ...volumeQuery(quarry, bucket), placeholderData: keepPreviousData });

  function content() {
    if (volume.isPending) return <Loading rows={3} />;
    if (!volume.data) return <Problem error={volume.error} onRetry={() => void volume.refetch()} />;
    const { buckets, total, bucket: length } = volume.data;
    if (total.count === 0) return <Empty icon="clock" title={words.empty} hint={words.emptyHint} />;
    return (
      <>
        <Figures total={total} />
        <div className="figures">
          <VolumeChart buckets={buckets} length={length} total={total} />
          <LatencyChart buckets={buckets} length={length} total={total} />
        </div>
      </>
    );
  }

  return (
    <section className="section">
      <div className="section-head">
        <h2>{words.volume}</h2>
        <Segments
          label={words.range}
          value={bucket}
          options={[
            ["day", words.ranges.day],
            ["hour", words.ranges.hour],
          ]}
          onChange={setBucket}
        />
      </div>
      {content()}
    </section>
  );
}

function Figures({ total }: { total: QuestionFigures }) {
  const { count, unanswered, p50Ms, p95Ms } = total;
  const figures = [
    [words.figures.count, integer(count)],
    [words.figures.unanswered, integer(unanswered)],
    [words.figures.p50, time(p50Ms)],
    [words.figures.p95, time(p95Ms)],
  ] as const;
  return (
    <ul className="tiles">
      {figures.map(([name, value]) => (
        <li key={name} className="tile">
          <h3>{name}</h3>
          <p className="tile-value number">{value}</p>
        </li>
      ))}
    </ul>
  );
}

function time(ms: number | null): string {
  return ms === null ? words.noTime : milliseconds(ms);
}
