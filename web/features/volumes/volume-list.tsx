import { keepPreviousData } from '@tanstack/react-query';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { readSearch, type SearchOf } from '#contract/page-search.ts';
import { volumeSearch } from '#contract/pages.ts';
import { exportVolumes, listVolumes } from '#contract/volumes.ts';
import { downloadFile } from '#web/lib/api.ts';
import { showKwh, showPeriod } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { accountQuery } from '#web/lib/query/account-query.ts';
import type { FilterField } from '#web/ui/form/filter-bar.tsx';
import { selectWithAny } from '#web/ui/form/select-with-any.ts';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { figureColumns, NearMark, showDelta, showPercent, showVolume } from './figures.tsx';
import { text } from './text.ts';
import styles from './volumes.module.css';

type Point = OutputOf<typeof listVolumes>['points'][number];
type Filter = Pick<SearchOf<typeof volumeSearch>, 'q' | 'show' | 'sort'>;

interface Context {
  readonly account: string;
  readonly period: string;
}

const { q: qParam, show, sort } = volumeSearch;
const filterSearch = { q: qParam, show, sort };

/** The month and the filter as the calls take them. */
const asked = ({ period }: Context, filter: Filter) => ({
  year: Number(period.slice(0, 4)),
  period,
  ...filter,
});

const columns: readonly Column<Point>[] = [
  {
    key: 'point',
    title: text.point,
    cell: (point) => (
      <span className={styles.point}>
        <span className={styles.title}>
          <span className={styles.name}>{point.objectName || point.address}</span>
          {point.isForecast && <NearMark {...point} />}
        </span>
        <Text as="span" size="s" tone="quiet" isNumeric>
          {[point.eic, point.costCentre].filter(Boolean).join(' · ')}
        </Text>
      </span>
    ),
  },
  ...figureColumns,
  {
    key: 'note',
    title: text.note,
    cell: ({ document }) => (
      <Text as="span" size="s" tone="quiet">
        {document}
      </Text>
    ),
  },
];

function fieldsOf(filter: Filter): readonly FilterField<keyof Filter>[] {
  return [
    { kind: 'search', name: 'q', label: text.search, value: filter.q, maxLength: qParam.maxLength },
    selectWithAny({
      name: 'show',
      label: text.show,
      value: filter.show,
      anyLabel: text.allPoints,
      choices: show,
      labels: text.shows,
    }),
    selectWithAny({
      name: 'sort',
      label: text.sort,
      value: filter.sort,
      anyLabel: text.byObject,
      choices: sort,
      labels: text.sorts,
    }),
  ];
}

/** Beside the sum of the month: the volume, the deviation, and how many points are near their limit. */
function HeadNote({ total, points }: Pick<OutputOf<typeof listVolumes>, 'total' | 'points'>) {
  const near = points.filter(({ isNear, isForecast }) => isNear && isForecast).length;
  const { correctedKwh, deltaKwh, deltaHundredths } = total;
  const words = [
    correctedKwh !== null && formatText(text.ofVolume, { kwh: showKwh(correctedKwh) }),
    deltaKwh !== null &&
      formatText(text.deviates, { kwh: showDelta(deltaKwh), percent: showPercent(deltaHundredths) }),
    formatText(text.pointsCount, { n: points.length }),
    near > 0 && formatText(text.nearPoints, { n: near }),
  ];
  return (
    <>
      {words.filter(Boolean).join(' · ')} {total.isForecast && <NearMark {...total} />}
    </>
  );
}

const volumeList = defineList({
  whole: ({ account, period }: Context, filter: Filter) => ({
    ...accountQuery(listVolumes, account, asked({ account, period }, filter)),
    placeholderData: keepPreviousData,
  }),
  words: { loading: text.pointsLoading, failed: text.pointsFailed },
  caption: () => `${text.pointsCaption}, ${text.unit}`,
  empty: text,
  rows: (pages): readonly Point[] => pages.flatMap(({ points }) => points),
  rowKey: ({ eic, period }) => `${period} ${eic}`,
  filter: {
    label: text.filter,
    foldLabel: text.filterFold,
    fields: fieldsOf,
    read: (values) => readSearch(filterSearch, values),
  },
  head: ({ total, points }) => ({
    name: total.isForecast ? text.totalForecast : text.used,
    figure: <MoneyFigure sum={showVolume(total.usedKwh)} unit={text.unit} size="m" />,
    note: <HeadNote total={total} points={points} />,
  }),
  file: {
    label: text.files,
    download: (context: Context, filter: Filter, format) =>
      downloadFile(exportVolumes, { account: context.account, ...asked(context, filter), format }),
  },
});

interface VolumeListProps extends Context {
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

/** The points of a month with their volumes; the foreseen month begins with those that are nearest their limit. */
export function VolumeList({ account, period, filter, onFilter }: VolumeListProps) {
  return (
    <Stack as="section" gap="3" aria-labelledby="volume-points">
      <Text as="h2" id="volume-points" size="l">
        {formatText(text.points, { month: showPeriod(period) })}
      </Text>
      <RecordList
        list={volumeList}
        context={{ account, period }}
        filter={filter}
        onFilter={onFilter}
        gap="3"
        view={{
          className: styles.rows,
          columns: () => columns,
          total: ({ total }) => ({
            point: text.total,
            ...Object.fromEntries(figureColumns.map(({ key, cell }) => [key, cell(total)])),
          }),
        }}
      />
    </Stack>
  );
}
