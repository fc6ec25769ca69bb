import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { listReadings } from '#contract/readings.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { partsQuery } from '#web/lib/parts-query.ts';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { NoRecords } from '#web/ui/no-records.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { RecordTable } from '#web/ui/record-table.tsx';
import { RowsWaiting } from '#web/ui/rows-waiting.tsx';
import styles from './indicators-history.module.css';
import { readingColumns } from './reading-columns.tsx';
import { ReadingFiles } from './reading-files.tsx';
import type { ReadingFilter } from './reading-filter.ts';
import { ReadingFilterBar } from './reading-filter-bar.tsx';
import { text } from './text.ts';
import { wholeReadings } from './whole-readings.ts';

/** Rows of a part: two years of one register, eight months of three. */
const PART = 24;

interface IndicatorsHistoryProps {
  account: string;
  filter: ReadingFilter;
  onFilter: (filter: ReadingFilter) => void;
  /** Where a reading is given, for who has not given any. */
  giveLink: ReactNode;
}

/** All readings of an account, in parts; key it by the account. */
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
  return useInfiniteQuery(partsQuery(listReadings, account, { ...filter, limit: PART }));
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
      <RowsWaiting label={text.loading} />
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
