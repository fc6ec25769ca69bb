import type { ReactNode } from 'react';
import { exportPointPassports, listPointPassports } from '#contract/contracts.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { readSearch, type SearchOf } from '#contract/page-search.ts';
import { pointSearch } from '#contract/pages.ts';
import { downloadFile } from '#web/lib/api.ts';
import { showDate, showNumber } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { partsQuery } from '#web/lib/query/parts-query.ts';
import type { FilterField } from '#web/ui/form/filter-bar.tsx';
import { selectWithAny } from '#web/ui/form/select-with-any.ts';
import { Text } from '#web/ui/layout/stack.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import styles from './point-list.module.css';
import { text } from './text.ts';

type Point = OutputOf<typeof listPointPassports>['points'][number];
type PointFilter = SearchOf<typeof pointSearch>;

/** The filter as the calls take it. */
function asked({ class: voltageClass, ...filter }: PointFilter) {
  return {
    ...filter,
    ...(voltageClass && { voltageClass: voltageClass === '1' ? (1 as const) : (2 as const) }),
  };
}

function lossOf(loss: Point['loss']): string | undefined {
  switch (loss.mode) {
    case 'none':
      return undefined;
    case 'percent':
      return formatText(text.lossPercent, { percent: loss.percent.replace('.', ',') });
    case 'fixed':
      return formatText(text.lossFixed, { kwh: loss.kwh });
    case 'formula':
      return text.lossFormula;
  }
}

/** What the contract says of a point: class, power, losses, reactive energy. */
export function passportOf({
  voltageClass,
  contractedPowerKw,
  isGroupA,
  loss,
  ...point
}: Point): readonly string[] {
  return [
    voltageClass === null ? undefined : text.classes[voltageClass],
    formatText(text.power, { kw: String(contractedPowerKw).replace('.', ',') }),
    isGroupA ? text.groupA : undefined,
    lossOf(loss),
    point.reactiveEquivalent === null
      ? undefined
      : formatText(text.reactive, { equivalent: point.reactiveEquivalent.replace('.', ',') }),
    point.mainEic === null ? undefined : formatText(text.behind, { eic: point.mainEic }),
  ].filter((fact) => fact !== undefined);
}

function meterFacts({ coefficient, digitCapacity, channels, verifiedOn }: Point['meters'][number]): string {
  return [
    formatText(text.coefficient, { coefficient }),
    formatText(text.digits, { n: digitCapacity }),
    ['A+', ...channels.map((channel) => text.channels[channel])].join(' '),
    verifiedOn === null ? text.notVerified : formatText(text.verified, { date: showDate(verifiedOn) }),
  ].join(' · ');
}

const columnsOf = (historyLink: PointListProps['historyLink']): readonly Column<Point>[] => [
  {
    key: 'object',
    title: text.object,
    cell: ({ objectName, address, costCentre, eic, pointState }) => (
      <span className={styles.lines}>
        <span className={styles.name}>{objectName || address}</span>
        {objectName !== '' && (
          <Text as="span" size="s" tone="quiet">
            {address}
          </Text>
        )}
        <Text as="span" size="s" tone="quiet" isNumeric>
          {[eic, costCentre].filter(Boolean).join(' · ')}
        </Text>
        {pointState !== 'active' && <StateMark tone="note">{text.states[pointState]}</StateMark>}
      </span>
    ),
  },
  {
    key: 'passport',
    title: text.passport,
    cell: (point) => (
      <span className={styles.lines}>
        <span>{passportOf(point).join(' · ')}</span>
        {point.subConsumers.length > 0 && (
          <Text as="span" size="s" tone="quiet">
            {formatText(text.subConsumers, { names: point.subConsumers.map(({ name }) => name).join(', ') })}
          </Text>
        )}
      </span>
    ),
  },
  {
    key: 'meters',
    title: text.metersOf,
    cell: ({ meters }) => (
      <span className={styles.lines}>
        {meters.length === 0 && (
          <Text as="span" tone="quiet">
            {text.noMeter}
          </Text>
        )}
        {meters.map((meter) => (
          <span key={meter.meterId} className={styles.lines}>
            <span>
              {formatText(text.serial, { serial: meter.serialNumber })} {meter.meterType}
            </span>
            <Text as="span" size="s" tone="quiet" isNumeric>
              {meterFacts(meter)}
            </Text>
          </span>
        ))}
      </span>
    ),
  },
  { key: 'history', title: text.actions, cell: ({ eic }) => historyLink(eic, text.history) },
];

function fieldsOf({
  q,
  class: voltageClass,
  feature,
}: PointFilter): readonly FilterField<keyof PointFilter>[] {
  return [
    { kind: 'search', name: 'q', label: text.search, value: q, maxLength: pointSearch.q.maxLength },
    selectWithAny({
      name: 'class',
      label: text.voltageClass,
      value: voltageClass,
      anyLabel: text.anyClass,
      choices: pointSearch.class,
      labels: text.classes,
    }),
    selectWithAny({
      name: 'feature',
      label: text.feature,
      value: feature,
      anyLabel: text.anyFeature,
      choices: pointSearch.feature,
      labels: text.features,
    }),
  ];
}

const pointList = defineList({
  query: (account: string, filter: PointFilter) => partsQuery(listPointPassports, account, asked(filter)),
  words: { loading: text.pointsLoading, failed: text.pointsFailed },
  caption: () => text.pointsCaption,
  empty: text,
  rows: (pages) => pages.flatMap(({ points }) => points),
  rowKey: ({ eic }) => eic,
  listed: ({ count }) => count,
  filter: {
    label: text.filter,
    foldLabel: text.filterFold,
    fields: fieldsOf,
    read: (values) => readSearch(pointSearch, values),
  },
  head: ({ count }) => ({
    name: text.found,
    figure: <MoneyFigure sum={showNumber(count)} unit={formatText(text.count, { n: count })} size="l" />,
  }),
  file: {
    label: text.files,
    download: (account, filter, format) =>
      downloadFile(exportPointPassports, { account, ...asked(filter), format }),
  },
});

interface PointListProps {
  account: string;
  filter: PointFilter;
  onFilter: (filter: PointFilter) => void;
  /** A link to the life of a point. */
  historyLink: (eic: string, words: string) => ReactNode;
}

/** The metering points of an account with their passports; use the account as the key. */
export function PointList({ account, historyLink, ...filter }: PointListProps) {
  return (
    <RecordList
      {...filter}
      list={pointList}
      context={account}
      className={styles.points}
      view={{ className: styles.rows, columns: () => columnsOf(historyLink) }}
    />
  );
}
