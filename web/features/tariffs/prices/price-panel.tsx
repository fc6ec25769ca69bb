import { formatText } from '#contract/messages/format-text.ts';
import { readSearch, type SearchOf } from '#contract/page-search.ts';
import { priceSearch } from '#contract/pages.ts';
import { exportPrices, priceHistory } from '#contract/tariffs.ts';
import { formatPrice, priceFromText } from '#domain/price.ts';
import { downloadFile } from '#web/lib/api.ts';
import { showDate, showNumber } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { accountQuery } from '#web/lib/query/account-query.ts';
import type { FilterField } from '#web/ui/form/filter-bar.tsx';
import { selectWithAny } from '#web/ui/form/select-with-any.ts';
import { Text } from '#web/ui/layout/stack.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PriceChart } from './price-chart.tsx';
import styles from './price-panel.module.css';
import type { PriceHistory } from './price-steps.ts';
import { text } from './text.ts';

type Component = PriceHistory['components'][number] & { readonly today: string };
type PriceFilter = SearchOf<typeof priceSearch>;

/** The versions of a filter: of a class also what is the same for both, of a year what was in force in it. */
export function componentsOf(
  { today, components }: Pick<PriceHistory, 'today' | 'components'>,
  { kind, class: voltageClass, year }: PriceFilter,
): readonly Component[] {
  return components
    .filter(
      (one) =>
        (kind === undefined || one.kind === kind) &&
        (voltageClass === undefined || one.voltageClass === 0 || String(one.voltageClass) === voltageClass) &&
        (year === undefined ||
          (one.from.slice(0, 4) <= String(year) && (one.to === null || one.to.slice(0, 4) >= String(year)))),
    )
    .map((one) => ({ ...one, today }));
}

function yearsOf({ components }: Pick<PriceHistory, 'components'>): readonly string[] {
  return [...new Set(components.map(({ from }) => from.slice(0, 4)))].sort().reverse();
}

const columns: readonly Column<Component>[] = [
  {
    key: 'kind',
    title: text.kind,
    cell: ({ kind, subject, voltageClass }) => (
      <span className={styles.lines}>
        {text.kinds[kind]}
        <Text as="span" size="s" tone="quiet">
          {[kind === 'distribution' ? subject : '', voltageClass === 0 ? '' : text.classes[voltageClass]]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </span>
    ),
  },
  {
    key: 'dates',
    title: text.dates,
    cell: ({ from, to, today }) => (
      <span className={styles.lines}>
        {to === null
          ? formatText(text.fromOn, { from: showDate(from) })
          : formatText(text.fromTo, { from: showDate(from), to: showDate(to) })}
        {from > today && <StateMark tone="wait">{text.future}</StateMark>}
        {from <= today && (to === null || to >= today) && <StateMark tone="good">{text.current}</StateMark>}
      </span>
    ),
  },
  {
    key: 'price',
    title: text.price,
    numeric: true,
    cell: ({ price }) => formatPrice(priceFromText(price)),
  },
  { key: 'basis', title: text.basis, cell: ({ source }) => <span className={styles.basis}>{source}</span> },
];

function fieldsOf(
  { kind, class: voltageClass, year }: PriceFilter,
  history: PriceHistory | undefined,
): readonly FilterField<keyof PriceFilter>[] {
  return [
    selectWithAny({
      name: 'kind',
      label: text.kind,
      value: kind,
      anyLabel: text.anyKind,
      choices: priceSearch.kind,
      labels: text.kinds,
    }),
    selectWithAny({
      name: 'class',
      label: text.voltageClass,
      value: voltageClass,
      anyLabel: text.anyClass,
      choices: priceSearch.class,
      labels: text.classes,
    }),
    selectWithAny({
      name: 'year',
      label: text.year,
      value: year === undefined ? undefined : String(year),
      anyLabel: text.allYears,
      choices: history ? yearsOf(history) : [],
    }),
  ];
}

const componentList = defineList({
  whole: (account: string) => accountQuery(priceHistory, account),
  words: { loading: text.loading, failed: text.failed },
  caption: () => text.caption,
  empty: text,
  rows: ([history]: readonly PriceHistory[], filter: PriceFilter) =>
    history ? componentsOf(history, filter) : [],
  rowKey: ({ kind, subject, voltageClass, from }) => [kind, subject, voltageClass, from].join(' '),
  filter: {
    label: text.filter,
    foldLabel: text.filterFold,
    fields: fieldsOf,
    read: (values) => readSearch(priceSearch, values),
  },
  head: (history, filter) => {
    const count = componentsOf(history, filter).length;
    return {
      name: text.found,
      figure: <MoneyFigure sum={showNumber(count)} unit={formatText(text.count, { n: count })} size="l" />,
    };
  },
  file: {
    label: text.files,
    download: (account, _filter, format) => downloadFile(exportPrices, { account, format }),
  },
});

interface PricePanelProps {
  account: string;
  filter: PriceFilter;
  onFilter: (filter: PriceFilter) => void;
}

/** The price of a kWh by the contract as a chart, and the dated versions of its parts; use the account as the key. */
export function PricePanel({ account, filter, onFilter }: PricePanelProps) {
  return (
    <RecordList
      list={componentList}
      context={account}
      filter={filter}
      onFilter={onFilter}
      className={styles.prices}
      view={{ className: styles.rows, columns: () => columns }}
    >
      {(history) =>
        history &&
        (history.prices.length > 0 ? (
          <PriceChart key={filter.class} history={history} only={filter.class} />
        ) : (
          <Notice kind="info">{text.noPrice}</Notice>
        ))
      }
    </RecordList>
  );
}
