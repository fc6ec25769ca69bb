import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { exportReadings, listReadings } from '#contract/readings.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { downloadFile } from '#web/lib/api.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { DownloadButtons } from '#web/lib/download-buttons.tsx';
import { showNumber } from '#web/lib/format.ts';
import { partsQuery } from '#web/lib/parts-query.ts';
import { PeriodButtons } from '#web/lib/period-buttons.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { FilterBar, type FilterField } from '#web/ui/filter-bar.tsx';
import { ListHead } from '#web/ui/list-head.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { NoRecords } from '#web/ui/no-records.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { RecordTable } from '#web/ui/record-table.tsx';
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx';
import { selectWithAny } from '#web/ui/select-with-any.ts';
import styles from './indicators-history.module.css';
import { readingColumns } from './reading-columns.tsx';
import { type ReadingFilter, readReadingFilter, sources, states } from './reading-filter.ts';
import { text } from './text.ts';
import { wholeReadings } from './whole-readings.ts';

interface ReadingFilterBarProps {
  filter: ReadingFilter;
  /** Serial numbers of the account, once loaded. */
  meters: readonly string[];
  onFilter: (filter: ReadingFilter) => void;
}

/** Preset periods as buttons; days, source and state as fields; the meter where there are several. */
function ReadingFilterBar({ filter, meters, onFilter }: ReadingFilterBarProps) {
  const today = kyivDateOf(deviceNow());
  return (
    <FilterBar
      label={text.filter}
      applyLabel={text.apply}
      clearLabel={text.clear}
      foldLabel={text.conditions}
      onApply={(values) => onFilter(readReadingFilter({ ...filter, ...values }))}
      fields={fieldsOf(filter, meters)}
    >
      <PeriodButtons
        label={text.period}
        names={text.periods}
        filter={filter}
        today={today}
        onFilter={onFilter}
      />
    </FilterBar>
  );
}

function fieldsOf(
  { from, to, source, state, meterSerial }: ReadingFilter,
  meters: readonly string[],
): readonly FilterField<keyof ReadingFilter>[] {
  // A meter in the URL that the account does not have is listed, so that it can be deselected.
  const serials = [...new Set([...meters, ...(meterSerial ? [meterSerial] : [])])];
  const meter = selectWithAny({
    name: 'meterSerial',
    label: text.meter,
    value: meterSerial,
    anyLabel: text.meterAny,
    choices: serials,
  });
  return [
    { kind: 'date', name: 'from', label: text.from, value: from },
    { kind: 'date', name: 'to', label: text.to, value: to },
    selectWithAny({
      name: 'source',
      label: text.source,
      value: source,
      anyLabel: text.sourceAny,
      choices: sources,
      labels: text.sourceChoices,
    }),
    selectWithAny({
      name: 'state',
      label: text.state,
      value: state,
      anyLabel: text.stateAny,
      choices: states,
      labels: text.stateChoices,
    }),
    ...(serials.length > 1 ? [meter] : []),
  ];
}

/** The server's limit of rows in one file; a reading has at most three. */
const maxReadings = 10_000 / 3;

interface ReadingFilesProps {
  account: string;
  filter: ReadingFilter;
  count: number;
}

/** The number of readings of the filter, and the export of the same rows. */
function ReadingFiles({ account, filter, count }: ReadingFilesProps) {
  const isOnline = useOnline();
  const hint = isOnline ? count > maxReadings && text.filesCut : text.filesWait;
  return (
    <ListHead
      name={text.found}
      figure={<MoneyFigure sum={showNumber(count)} unit={formatText(text.count, { n: count })} size="l" />}
      hint={hint || undefined}
    >
      <DownloadButtons
        label={text.files}
        labels={text.formats}
        busyLabel={text.filesBusy}
        download={(format) => downloadFile(exportReadings, { account, ...filter, format })}
      />
    </ListHead>
  );
}

/** Rows per page: two years of one register, eight months of three. */
const PAGE_SIZE = 24;

interface IndicatorsHistoryProps {
  account: string;
  filter: ReadingFilter;
  onFilter: (filter: ReadingFilter) => void;
  /** The link to the reading form, for an empty history. */
  giveLink: ReactNode;
}

/** All readings of an account, by pages; use the account as the key. */
export function IndicatorsHistory(props: IndicatorsHistoryProps) {
  const query = useReadings(props.account, props.filter);
  const meters = query.data?.pages.at(-1)?.meters ?? [];
  return (
    <div className={styles.history}>
      <ReadingFilterBar filter={props.filter} meters={meters} onFilter={props.onFilter} />
      <Found query={query} {...props} />
    </div>
  );
}

function useReadings(account: string, filter: ReadingFilter) {
  return useInfiniteQuery(partsQuery(listReadings, account, { ...filter, limit: PAGE_SIZE }));
}

interface FoundProps extends IndicatorsHistoryProps {
  query: ReturnType<typeof useReadings>;
}

function Found({ query, account, filter, onFilter, giveLink }: FoundProps) {
  const { data, error, isFetching, refetch, isPlaceholderData } = query;
  const last = data?.pages.at(-1);
  if (!data || !last || (isPlaceholderData && error)) {
    return error ? (
      <FailedPart
        title={text.failed}
        message={failureOf(error).message}
        retryLabel={text.retry}
        retrying={isFetching}
        onRetry={() => refetch()}
      />
    ) : (
      <RowsSkeleton label={text.loading} />
    );
  }
  const readings = wholeReadings(data.pages.flatMap((page) => page.readings));
  if (readings.length === 0) {
    return (
      <NoRecords
        isFiltered={Object.keys(filter).length > 0}
        words={text}
        onShowAll={() => onFilter({})}
        next={giveLink}
      />
    );
  }
  return (
    <>
      <ReadingFiles account={account} filter={filter} count={last.count} />
      <RecordTable
        className={styles.readings}
        stale={isPlaceholderData}
        caption={text.caption}
        captionHidden
        columns={readingColumns(account, last.meters.length > 1, readings)}
        rows={readings}
        rowKey={({ key }) => key}
      />
      <Pager
        count={formatText(text.shown, { shown: readings.length, n: last.count })}
        moreLabel={text.more}
        busyLabel={text.moreBusy}
        hasMore={query.hasNextPage}
        busy={query.isFetchingNextPage}
        failure={query.isFetchNextPageError && error ? failureOf(error).message : undefined}
        onMore={() => void query.fetchNextPage()}
      />
    </>
  );
}
