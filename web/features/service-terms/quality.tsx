import { keepPreviousData, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { getServiceQuality, minShareRequests } from '#contract/service-terms.ts';
import { basisNames, standardNames } from '#domain/service-terms/standard-words.template.ts';
import { queryApi } from '#web/lib/api.ts';
import { showDate, showNumber, showSum } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './quality.module.css';
import { text } from './text.ts';

type Quality = OutputOf<typeof getServiceQuality>;
type Standard = Quality['standards'][number];

/** From the address; without a period this year until yesterday. */
interface QualityFilter {
  period?: string;
}

/** Whole tenths of a per cent, never more than there is: 99,96 % is not 100 %. */
function percentOf(part: number, whole: number): string {
  const tenths = Math.floor((1000 * part) / whole);
  return tenths % 10 === 0 ? String(tenths / 10) : `${Math.floor(tenths / 10)},${tenths % 10}`;
}

function periodInWords(period: string, isSoFar: boolean): string {
  const [year = '', quarter] = period.split('-Q');
  if (quarter === undefined) return formatText(isSoFar ? text.yearSoFar : text.year, { year });
  return formatText(text.quarter, { year, quarter: text.quarters[Number(quarter) - 1] ?? quarter });
}

/** The newest period stands for an address without one. */
function optionsOf(chosen: string | undefined, periods: readonly string[]) {
  const known = periods.length > 0 ? periods : ['', ...(chosen ? [chosen] : [])];
  return known.map((period, index) => ({
    value: index === 0 ? '' : period,
    label: period === '' ? '' : periodInWords(period, index === 0),
  }));
}

function headOf({ from, to, standards }: Quality) {
  const n = standards.reduce((sum, { requests }) => sum + requests, 0);
  const inTime = standards.reduce((sum, standard) => sum + standard.inTime, 0);
  const name = formatText(text.days, { from: showDate(from), to: showDate(to) });
  if (n === 0) return { name, figure: text.noRequests };
  if (n < minShareRequests) return { name, figure: formatText(text.allInTime, { inTime, n }) };
  return {
    name,
    figure: formatText(text.percentInTime, { percent: percentOf(inTime, n) }),
    note: formatText(text.ofRequests, { inTime: showNumber(inTime), n }),
  };
}

const quality = defineList({
  whole: (_: undefined, { period }: QualityFilter) => ({
    queryKey: ['serviceQuality', period ?? ''] as QueryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      queryApi(getServiceQuality, period ? { period } : {}, { signal }),
    placeholderData: keepPreviousData,
  }),
  words: text,
  caption: () => text.table,
  empty: () => (
    <Notice kind="info" title={text.emptyTitle}>
      {text.empty}
    </Notice>
  ),
  rows: (pages: readonly Quality[]) => pages.flatMap(({ standards }) => standards),
  rowKey: ({ code }) => code,
  filter: {
    label: text.filter,
    fields: ({ period }, last) => [
      {
        kind: 'select',
        name: 'period',
        label: text.periodLabel,
        value: period,
        options: optionsOf(period, last?.periods ?? []),
      },
    ],
    read: ({ period }) => (period ? { period } : {}),
  },
  head: headOf,
});

/** On a phone, where the table has no header, a value shows the title of its column. */
const named = (title: string, shown: ReactNode) => (
  <>
    <span className={styles.name} aria-hidden="true">
      {title}
    </span>
    <span>{shown}</span>
  </>
);

const columns: readonly Column<Standard>[] = [
  {
    key: 'standard',
    title: text.standard,
    cell: ({ code, basis, isGuaranteed }) => (
      <>
        {standardNames[code] ?? code}
        <span className={styles.basis}>
          {basisNames[basis] ?? basis}
          {isGuaranteed && `. ${text.guaranteed}`}
        </span>
      </>
    ),
  },
  {
    key: 'term',
    title: text.term,
    cell: ({ days, unit }) => named(text.term, formatText(text.units[unit], { n: days })),
  },
  {
    key: 'requests',
    title: text.requests,
    numeric: true,
    cell: ({ requests }) => named(text.requests, requests === 0 ? text.none : showNumber(requests)),
  },
  {
    key: 'inTime',
    title: text.inTime,
    numeric: true,
    cell: ({ requests, inTime }) =>
      requests > 0 &&
      named(
        text.inTime,
        <>
          {showNumber(inTime)}
          {requests >= minShareRequests && (
            <span className={styles.share}>
              {formatText(text.percent, { percent: percentOf(inTime, requests) })}
            </span>
          )}
        </>,
      ),
  },
  {
    key: 'breached',
    title: text.breached,
    numeric: true,
    cell: ({ requests, breached }) => requests > 0 && named(text.breached, showNumber(breached)),
  },
  {
    key: 'open',
    title: text.open,
    numeric: true,
    cell: ({ requests, open }) => requests > 0 && named(text.open, showNumber(open)),
  },
  {
    key: 'compensations',
    title: text.compensations,
    cell: ({ isGuaranteed, requests, compensations }) =>
      isGuaranteed &&
      requests > 0 &&
      named(
        text.compensations,
        compensations.length === 0
          ? text.none
          : compensations.map(({ customerClass, cases, sum }) => (
              <span key={customerClass} className={styles.given}>
                {formatText(text.given[customerClass], { n: cases, sum: showSum(sum) })}
              </span>
            )),
      ),
  },
];

interface ServiceQualityProps {
  filter: QualityFilter;
  onFilter: (filter: QualityFilter) => void;
}

/** How the supplier keeps the terms of its answers, for everybody. */
export function ServiceQuality({ filter, onFilter }: ServiceQualityProps) {
  return (
    <main id="content" className={styles.main}>
      <div className={styles.words} data-tone="dusk">
        <PageTitle title={text.title} suffix={text.product} />
        <Text tone="quiet" size="l">
          {text.lead}
        </Text>
      </div>
      <div className={styles.paper}>
        <div className={styles.page}>
          <RecordList
            list={quality}
            context={undefined}
            filter={filter}
            onFilter={onFilter}
            gap="3"
            view={{ className: styles.rows, columns: () => columns }}
          />
          <div className={styles.notes}>
            <Stack as="section" gap="2" aria-labelledby="how-counted">
              <h2 id="how-counted">{text.howTitle}</h2>
              {text.how.map((words) => (
                <p key={words}>{formatText(words, { n: minShareRequests })}</p>
              ))}
            </Stack>
            <Stack as="section" gap="2" aria-labelledby="not-measured">
              <h2 id="not-measured">{text.notMeasuredTitle}</h2>
              <dl className={styles.unmeasured}>
                {text.notMeasured.map(({ name, norm }) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>
                      {norm}: {text.isNotMeasured}
                    </dd>
                  </div>
                ))}
              </dl>
            </Stack>
          </div>
        </div>
      </div>
    </main>
  );
}
