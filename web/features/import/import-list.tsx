import type { ReactNode } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import type { ImportData } from '#contract/values/import.ts';
import { showMoment } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { importsQuery } from './api.ts';
import styles from './imports.module.css';
import { text } from './text.ts';

const tones: Readonly<Record<ImportData['state'], StateTone>> = {
  receiving: 'wait',
  received: 'wait',
  waiting: 'note',
  running: 'note',
  interrupted: 'bad',
  checked: 'wait',
  done: 'good',
  refused: 'bad',
  failed: 'bad',
  cancelled: 'note',
};

/** The state of an import as a coloured word. */
export function ImportState({ of: { state } }: { of: ImportData }) {
  return <StateMark tone={tones[state]}>{text.states[state]}</StateMark>;
}

/** All rows that an import added or would add. */
export const rowsOf = ({ counts }: ImportData): number => counts.reduce((sum, { rows }) => sum + rows, 0);

function resultOf(one: ImportData): string {
  if (one.state === 'refused') return formatText(text.problemsTitle, { n: one.problemCount });
  const n = rowsOf(one);
  if (one.state === 'done') return n === 0 ? text.doneNothing : formatText(text.doneTitle, { n });
  if (one.state === 'checked') return n === 0 ? text.nothingNew : formatText(text.checkedTitle, { n });
  return text.unknown;
}

const imports = defineList({
  query: () => importsQuery,
  words: { loading: text.loading, failed: text.failed },
  caption: () => text.listCaption,
  empty: () => (
    <Notice kind="info" title={text.emptyTitle}>
      {text.empty}
    </Notice>
  ),
  rows: (pages) => pages.flatMap((page) => page.imports),
  rowKey: ({ importNumber }) => String(importNumber),
  shown: text.shown,
  skeletonRows: 5,
});

const noFilter = {};

const columnsOf = (
  linkTo: (importNumber: number, words: ReactNode) => ReactNode,
): readonly Column<ImportData>[] => [
  {
    key: 'import',
    title: text.import,
    cell: ({ importNumber, files }) =>
      linkTo(
        importNumber,
        `№ ${importNumber}, ${files.length === 1 ? files[0]?.name : `${files.length} CSV`}`,
      ),
  },
  { key: 'began', title: text.began, cell: ({ startedAt }) => showMoment(startedAt) },
  {
    key: 'who',
    title: text.who,
    cell: ({ source, askedBy }) => (source === 'command' ? text.command : askedBy),
  },
  { key: 'state', title: text.state, cell: (one) => <ImportState of={one} /> },
  {
    key: 'result',
    title: text.result,
    cell: resultOf,
    isBlank: (one) => resultOf(one) === text.unknown,
  },
];

interface ImportListProps {
  linkTo: (importNumber: number, words: ReactNode) => ReactNode;
}

/** Who imported what and when, newest first, from the page and from the command line. */
export function ImportList({ linkTo }: ImportListProps) {
  return (
    <Stack as="section" gap="2" aria-labelledby="imports">
      <Text as="h2" id="imports" size="l">
        {text.list}
      </Text>
      <RecordList
        list={imports}
        context={undefined}
        filter={noFilter}
        gap="2"
        view={{ className: styles.imports, columns: () => columnsOf(linkTo) }}
      />
    </Stack>
  );
}
