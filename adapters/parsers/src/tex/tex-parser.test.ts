import { expect, test } from "bun:test";
import { outline, parse } from "../parsing.fixture.ts";

const SOURCE = String.raw`\documentclass[a4paper]{article}
\usepackage{amsmath}
\title{On \emph{Tides}}
\begin{document}
\maketitle
\section{High water}\label{sec:high}
Water rises by 50\,\% -- see~\cite{moon} and \textbf{the moon}. % a remark
Sch\"one Gr\"u\ss e, \'etude.

\begin{itemize}
  \item[Spring] tide at new moon
  \item neap tide
\end{itemize}
\subsection*{Law}
\begin{equation}
  F = G \frac{m}{r^2} % kept
\end{equation}
With $a_{1} \leq b$ and \href{https://example.org}{a page}.
\begin{verbatim}
\section{not a section}
\end{verbatim}
\end{document}
`;

test("TeX is read as sections, paragraphs, formulas and code", async () => {
  const document = await parse("tides.tex", SOURCE);
  expect([document.mimeType, document.title]).toEqual(["text/x-tex", "On Tides"]);
  expect(outline(document)).toEqual([
    "heading2: High water",
    "paragraph: Water rises by 50 % – see and the moon.\nSchöne Grüße, étude.",
    "paragraph: Spring: tide at new moon",
    "paragraph: - neap tide",
    "heading3: Law",
    "code:   F = G \\frac{m}{r^2} % kept",
    "paragraph: With $a_{1} \\leq b$ and a page (https://example.org).",
    "code: \\section{not a section}",
  ]);
});

test("hostile TeX is read in linear time", async () => {
  const lines = [
    "\\a{".repeat(2000),
    "$".repeat(5000),
    "\\cite[".repeat(1000),
    "\\begin{".repeat(1000),
    "\\section{".repeat(500),
  ];
  const start = performance.now();
  await parse("a.tex", Array.from({ length: 400 }, (_, at) => lines[at % lines.length]).join("\n"));
  expect(performance.now() - start).toBeLessThan(5000);
});
