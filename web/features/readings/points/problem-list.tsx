import { useDeferredValue, useId } from 'react';
import { useStore } from 'zustand';
import { formatText } from '#contract/messages/format-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { assessMeter, type Problem } from './lines/assess-meter.ts';
import { lineName } from './lines/line-words.ts';
import type { Line } from './lines/points-data.ts';
import { confirmCodes, putValues } from './lines/points-store.ts';
import type { TableFacts } from './point-line.tsx';
import styles from './points.module.css';
import { text } from './text.ts';

interface FoundProblem extends Problem {
  readonly line: Line;
}

interface ProblemListProps {
  lines: readonly Line[];
  facts: TableFacts;
  onCell: (id: string) => void;
}

/** What is not sent and why, by kind of problem: each leads to its cell, questions of a kind are confirmed at once. */
export function ProblemList({ lines, facts: { store, context }, onCell }: ProblemListProps) {
  const titleId = useId();
  const entries = useDeferredValue(useStore(store, (grid) => grid.entries));
  const found = lines.flatMap((line): FoundProblem[] => {
    const entry = entries[line.meter.meterId];
    if (!entry) return [];
    const { problems } = assessMeter(line.meter, entry, context);
    return problems.filter(({ kind }) => kind === line.row.kind).map((problem) => ({ ...problem, line }));
  });
  if (found.length === 0) return null;
  const confirmAll = (code: string, problems: readonly FoundProblem[]) =>
    confirmCodes(store, new Map(problems.map(({ line }) => [line.meter.meterId, [code]])));
  const dropDrafts = (problems: readonly FoundProblem[]) =>
    putValues(
      store,
      problems.map(({ line }) => ({ line, text: '' })),
      false,
    );
  return (
    <aside className={styles.problems} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.smallTitle}>
        {formatText(text.problems, { n: found.length })}
      </h2>
      {[...Map.groupBy(found, ({ code }) => code)].map(([code, problems]) => (
        <Stack key={code} as="section" gap="1">
          <Text as="h3" size="s">
            {text.problemTitles[code] ?? problems[0]?.message}{' '}
            <Text as="span" tone="quiet">
              {problems.length}
            </Text>
          </Text>
          {problems[0]?.type === 'question' && (
            <div>
              <Button onClick={() => confirmAll(code, problems)}>
                {formatText(text.confirmAll, { n: problems.length })}
              </Button>
            </div>
          )}
          {code === 'readings.alreadySubmitted' && (
            <div>
              <Button onClick={() => dropDrafts(problems)}>
                {formatText(text.dropDrafts, { n: problems.length })}
              </Button>
            </div>
          )}
          <ul>
            {problems.map(({ line }) => (
              <li key={line.id}>
                <a
                  href={`#${line.id}`}
                  onClick={(event) => {
                    event.preventDefault();
                    onCell(line.id);
                  }}
                >
                  {lineName(line)}
                </a>
              </li>
            ))}
          </ul>
        </Stack>
      ))}
    </aside>
  );
}
