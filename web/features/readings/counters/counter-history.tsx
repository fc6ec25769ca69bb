import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { readSearch, type SearchOf } from '#contract/page-search.ts';
import { counterSearch } from '#contract/pages.ts';
import { meterHistory } from '#contract/readings.ts';
import { showDate, showNumber } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { partsQuery } from '#web/lib/query/parts-query.ts';
import { Text } from '#web/ui/layout/stack.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import styles from './counter-history.module.css';
import { text } from './text.ts';

type Page = OutputOf<typeof meterHistory>;
type Event = Page['events'][number];
type Dials = Extract<Event, { kind: 'reading' }>['values'];
type CounterFilter = SearchOf<typeof counterSearch>;

const dialNames = Object.keys(text.dials) as (keyof Dials)[];

/** "43930", "день 120 · ніч 60", in the order of zones and channels. */
export function dialsText(values: Dials): string {
  return dialNames
    .flatMap((name) => {
      const value = values[name];
      return value === undefined
        ? []
        : [[text.dials[name], showNumber(value)].filter(Boolean).join('\u00a0')];
    })
    .join(' · ');
}

function wordsOf(event: Event): { readonly title: string; readonly details: readonly string[] } {
  switch (event.kind) {
    case 'installed': {
      const { coefficient, digitCapacity, replaced } = event;
      const facts = formatText(text.installedWith, { coefficient, n: digitCapacity });
      if (replaced === null) return { title: text.installed, details: [facts] };
      const last = dialsText(replaced.values);
      return {
        title: formatText(text.replaced, { serial: replaced.serialNumber }),
        details: [facts, ...(last ? [formatText(text.lastValues, { values: last })] : [])],
      };
    }
    case 'removed':
      return { title: text.removed, details: [] };
    case 'verified':
      return { title: text.verified, details: [] };
    case 'reading':
      return { title: text.reading, details: [text.sources[event.source]] };
  }
}

function EventCell({ event }: { event: Event }) {
  const { title, details } = wordsOf(event);
  return (
    <span className={styles.lines}>
      <span data-kind={event.kind}>{title}</span>
      {details.length > 0 && (
        <Text as="span" size="s" tone="quiet" isNumeric>
          {details.join(' · ')}
        </Text>
      )}
      {event.kind === 'reading' && event.hasRolledOver && (
        <StateMark tone="note">{text.rolledOver}</StateMark>
      )}
      {event.kind === 'reading' && event.isUnderReview && (
        <StateMark tone="wait">{text.underReview}</StateMark>
      )}
    </span>
  );
}

/** The columns; the point only where the list is of several. */
const columnsOf = (hasSeveralPoints: boolean): readonly Column<Event>[] => [
  { key: 'date', title: text.date, cell: ({ date }) => showDate(date) },
  { key: 'event', title: text.event, cell: (event) => <EventCell event={event} /> },
  {
    key: 'values',
    title: text.values,
    numeric: true,
    cell: (event) => ('values' in event ? dialsText(event.values) : ''),
  },
  {
    key: 'meter',
    title: text.meter,
    cell: ({ serialNumber, objectName, eic }) => (
      <span className={styles.lines}>
        {formatText(text.serial, { serial: serialNumber })}
        {hasSeveralPoints && (
          <Text as="span" size="s" tone="quiet">
            {objectName || eic}
          </Text>
        )}
      </span>
    ),
  },
];

const eventList = defineList({
  query: (account: string, filter: CounterFilter) => partsQuery(meterHistory, account, filter),
  words: { loading: text.loading, failed: text.failed },
  caption: () => text.caption,
  empty: text,
  rows: (pages) => pages.flatMap(({ events }) => events),
  rowKey: (event) => JSON.stringify(event),
  shown: (n) => formatText(text.shown, { n }),
  filter: {
    label: text.filter,
    fields: ({ eic }, last) => {
      // A point of the address that the account does not have is listed, so that it can be deselected.
      const points = last?.points ?? [];
      const unknown = eic && !points.some((point) => point.eic === eic) ? [{ eic, objectName: '' }] : [];
      return [
        {
          kind: 'select',
          name: 'eic',
          label: text.point,
          value: eic,
          options: [
            { value: '', label: text.anyPoint },
            ...[...points, ...unknown].map((point) => ({
              value: point.eic,
              label: [point.objectName, point.eic].filter(Boolean).join(' · '),
            })),
          ],
        },
      ];
    },
    read: (values) => readSearch(counterSearch, values),
  },
});

interface CounterHistoryProps {
  account: string;
  filter: CounterFilter;
  onFilter: (filter: CounterFilter) => void;
  /** The link to the readings, for an empty history. */
  giveLink: ReactNode;
}

/** The life of each meter: installed, verified, replaced, rolled over, read; use the account as the key. */
export function CounterHistory({ account, giveLink, ...filter }: CounterHistoryProps) {
  return (
    <RecordList
      {...filter}
      list={eventList}
      context={account}
      className={styles.history}
      view={{
        className: styles.events,
        columns: ({ points }) => columnsOf(points.length > 1 && filter.filter.eic === undefined),
      }}
      next={giveLink}
    />
  );
}
