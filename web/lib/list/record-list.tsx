import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
  type UseQueryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { Fragment, type ReactNode, useState, useSyncExternalStore } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { Button } from '#web/ui/button.tsx';
import { FilterBar, type FilterField, type FilterValues } from '#web/ui/form/filter-bar.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { type Gap, Stack } from '#web/ui/layout/stack.tsx';
import { type Column, DataTable, type RowFold } from '#web/ui/list/data-table.tsx';
import { ListHead, type ListHeadProps } from '#web/ui/list/list-head.tsx';
import { Pager } from '#web/ui/list/pager.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import type { ApiResult } from '../api.ts';
import { type ApiFailure, failureOf } from '../api-failure.ts';
import { deviceNow } from '../clock.ts';
import { QueryPart, type QueryState } from '../query/query-part.tsx';
import { useOnline } from '../use-online.ts';
import { DownloadButtons, type DownloadTask } from './download-buttons.tsx';
import { text } from './list-text.ts';
import { type DayRange, PeriodButtons } from './period-buttons.tsx';

type FieldsOf<Filter> = readonly FilterField<keyof Filter & string>[];

/** The filter of a list as data. */
export interface FilterDefinition<Filter extends object, Page = unknown> {
  /** Name of the form for screen readers. */
  readonly label: string;
  /** On a phone the fields are folded behind this button; absent: open. */
  readonly foldLabel?: string;
  /** Of the buttons; absent: the usual ones. */
  readonly applyLabel?: string;
  readonly clearLabel?: string;
  /** `last`: the newest part, once loaded. */
  readonly fields: (filter: Filter, last: Page | undefined) => FieldsOf<Filter>;
  /** The filter of typed values; invalid ones are left out. `filter`: what no field changes stays. */
  readonly read: (values: FilterValues<keyof Filter & string>, filter: Filter) => Filter;
  /** Buttons for this year, the last year and all time. */
  readonly hasPeriods?: true;
}

/** Instead of an empty list: there is nothing yet, or the filter finds nothing. */
interface EmptyWords {
  readonly emptyTitle?: string;
  readonly empty: string;
  readonly noneTitle: string;
  readonly none: string;
  readonly showAll: string;
}

type FileFormat = 'xlsx' | 'csv';

interface FileDefinition<Context, Filter, Page> {
  /** Name of the group of buttons. */
  readonly label: string;
  /** Of the buttons; absent: the names of the formats. */
  readonly labels?: (last: Page) => Readonly<Record<FileFormat, string>>;
  readonly download: (
    context: Context,
    filter: Filter,
    format: FileFormat,
    task: DownloadTask,
    last: Page,
  ) => Promise<ApiResult<{ blob: Blob; name: string }>>;
  /** Shown when the list has more rows than the file takes. */
  readonly cut?: { readonly maxRows: number; readonly words: string };
  /** Why there can't be a file of this list; undefined: there can. */
  readonly refused?: (last: Page) => string | undefined;
}

type PartsOptions<Page> = UseInfiniteQueryOptions<Page, Error, InfiniteData<Page>, QueryKey, string>;
type WholeOptions<Page> = UseQueryOptions<Page, Error, Page, readonly unknown[]>;

/** Where the rows come from: in parts, or all in one answer. */
type ListQuery<Context, Page, Filter> =
  | { readonly query: (context: Context, filter: Filter) => PartsOptions<Page>; readonly whole?: never }
  | { readonly whole: (context: Context, filter: Filter) => WholeOptions<Page>; readonly query?: never };

/** What stands over the rows; the buttons of files stand beside the figure. */
type ListTop<Context, Page, Filter> =
  | { readonly head?: HeadDefinition<Page, Filter>; readonly file?: never }
  | { readonly head: HeadDefinition<Page, Filter>; readonly file: FileDefinition<Context, Filter, Page> };

/** Figure over the list. */
type HeadDefinition<Page, Filter> = (last: Page, filter: Filter) => Omit<ListHeadProps, 'children' | 'hint'>;

/** A list of records as data. `Context`: what the address does not tell, such as the account. */
export type ListDefinition<Context, Page, Row, Filter extends object> = ListQuery<Context, Page, Filter> &
  ListTop<Context, Page, Filter> & {
    /** Without `loading` nothing holds the place of the rows. */
    readonly words: { readonly loading?: string; readonly failed: string };
    /** Name of the table or list for screen readers. */
    readonly caption: (filter: Filter) => string;
    readonly empty: EmptyWords | ((filter: Filter, last: Page) => ReactNode);
    readonly rows: (pages: readonly Page[], filter: Filter) => readonly Row[];
    readonly rowKey: (row: Row) => string;
    /** Words under the list; absent, or for undefined: how many of `listed`, or that there are more. */
    readonly shown?: (shown: number, last: Page) => string | undefined;
    /** Number of all rows of the filter. */
    readonly listed?: (last: Page) => number;
    readonly filter?: FilterDefinition<Filter, Page>;
    /** Rows that are folded under the table. */
    readonly folded?: {
      readonly isFolded: (row: Row) => boolean;
      readonly summary: (count: number) => string;
      readonly caption: string;
    };
    readonly skeletonRows?: number;
    /** On a phone so many rows are shown at first, and with each press that many more; absent: all that have come. */
    readonly phoneRows?: number;
  };

/** Checks the parts of a list against each other. */
export function defineList<Context, Page, Row, Filter extends object>(
  list: ListDefinition<Context, Page, Row, Filter>,
): ListDefinition<Context, Page, Row, Filter> {
  return list;
}

interface ListFilterProps<Page, Filter extends object> {
  definition: FilterDefinition<Filter, Page>;
  filter: Filter;
  last?: Page | undefined;
  onFilter: (filter: Filter) => void;
}

/** The filter of a list: fields whose values are in the address, and buttons for usual periods. */
export function ListFilter<Page, Filter extends object>({
  definition,
  filter,
  last,
  onFilter,
}: ListFilterProps<Page, Filter>) {
  const {
    label,
    foldLabel,
    applyLabel = text.apply,
    clearLabel = text.clear,
    fields,
    read,
    hasPeriods,
  } = definition;
  return (
    <FilterBar
      label={label}
      applyLabel={applyLabel}
      clearLabel={clearLabel}
      {...(foldLabel !== undefined && { foldLabel })}
      onApply={(values) => onFilter(read(values, filter))}
      fields={fields(filter, last)}
    >
      {hasPeriods && (
        <PeriodButtons<DayRange>
          label={text.period}
          names={text.periods}
          filter={filter}
          today={kyivDateOf(deviceNow())}
          onFilter={(range) => onFilter(range as Filter)}
        />
      )}
    </FilterBar>
  );
}

/** Shows the rows: as a table with a phone layout, or each as an item of a list. */
type RowView<Page, Row> = {
  /** Phone layout of the table, or the class of the list. */
  className: string | undefined;
} & (
  | {
      columns: (last: Page, rows: readonly Row[]) => readonly Column<Row>[];
      /** A last row, by the keys of the columns. */
      total?: (last: Page) => Readonly<Record<string, ReactNode>> | undefined;
      /** What a phone folds of each row. */
      fold?: RowFold;
    }
  /** A `li`; `place` begins at 0. `gap`: between them, where no class lays them out. */
  | { item: (row: Row, place: number) => ReactNode; gap?: Gap }
);

interface RecordListProps<Context, Page, Row, Filter extends object> {
  list: ListDefinition<Context, Page, Row, Filter>;
  context: Context;
  /** From the address. */
  filter: Filter;
  /** Puts a filter into the address. */
  onFilter?: (filter: Filter) => void;
  view: RowView<Page, Row>;
  /** In an empty list: how the first row comes to be. */
  next?: ReactNode;
  /** Around filter and rows. */
  className?: string | undefined;
  /** Between filter and rows, where no class lays them out. */
  gap?: Gap;
  /** Between the filter and the rows; without data while they are loaded. */
  children?: (last: Page | undefined, rows: readonly Row[], first: Page | undefined) => ReactNode;
  /** Shows a failure that is an answer. */
  refused?: (failure: ApiFailure) => ReactNode;
}

/** A list of records: filter, figure and files, rows, the next part. What was found stays until the next filter has its answer. */
export function RecordList<Context, Page, Row, Filter extends object>(
  props: RecordListProps<Context, Page, Row, Filter>,
) {
  const { list, context, filter } = props;
  return list.whole ? (
    <WholeList {...props} options={list.whole(context, filter)} />
  ) : (
    <PartsList {...props} options={list.query(context, filter)} />
  );
}

interface PartsListProps<Context, Page, Row, Filter extends object>
  extends RecordListProps<Context, Page, Row, Filter> {
  options: PartsOptions<Page>;
}

function PartsList<Context, Page, Row, Filter extends object>({
  options,
  ...props
}: PartsListProps<Context, Page, Row, Filter>) {
  const query = useInfiniteQuery(options);
  return <LoadedList {...props} query={query} more={query} pages={query.data?.pages ?? []} />;
}

interface WholeListProps<Context, Page, Row, Filter extends object>
  extends RecordListProps<Context, Page, Row, Filter> {
  options: WholeOptions<Page>;
}

function WholeList<Context, Page, Row, Filter extends object>({
  options,
  ...props
}: WholeListProps<Context, Page, Row, Filter>) {
  const query = useQuery(options);
  return <LoadedList {...props} query={query} pages={query.data === undefined ? [] : [query.data]} />;
}

interface LoadedListProps<Context, Page, Row, Filter extends object>
  extends RecordListProps<Context, Page, Row, Filter> {
  query: QueryState<unknown> & { readonly isPlaceholderData: boolean };
  pages: readonly Page[];
  /** Loads the next part; absent: all rows are there. */
  more?: UseInfiniteQueryResult<InfiniteData<Page>>;
}

function LoadedList<Context, Page, Row, Filter extends object>(
  props: LoadedListProps<Context, Page, Row, Filter>,
) {
  const { list, filter, onFilter = () => undefined, className, gap, children, refused, query, pages } = props;
  const { isPlaceholderData, error } = query;
  const last = pages.at(-1);
  const rows = list.rows(pages, filter);
  // What another filter found is no answer to one that failed.
  const data = isPlaceholderData && error ? undefined : last;
  const parts = (
    <>
      {list.filter && <ListFilter definition={list.filter} filter={filter} last={last} onFilter={onFilter} />}
      {children?.(data, rows, data && pages[0])}
      <QueryPart
        query={{ ...query, data }}
        failed={list.words.failed}
        skeleton={
          list.words.loading && <RowsSkeleton label={list.words.loading} rows={list.skeletonRows ?? 8} />
        }
        {...(refused && { refused })}
      >
        {(shown) =>
          rows.length > 0 ? (
            <FilledList {...props} last={shown} rows={rows} />
          ) : typeof list.empty === 'function' ? (
            list.empty(filter, shown)
          ) : (
            <EmptyList words={list.empty} filter={filter} onFilter={onFilter} next={props.next} />
          )
        }
      </QueryPart>
    </>
  );
  return gap ? <Stack gap={gap}>{parts}</Stack> : <div className={className}>{parts}</div>;
}

interface EmptyListProps<Filter> {
  words: EmptyWords;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  next: ReactNode;
}

function EmptyList<Filter extends object>({ words, filter, onFilter, next }: EmptyListProps<Filter>) {
  return Object.keys(filter).length > 0 ? (
    <Notice
      kind="info"
      live="status"
      title={words.noneTitle}
      actions={<Button onClick={() => onFilter({} as Filter)}>{words.showAll}</Button>}
    >
      {words.none}
    </Notice>
  ) : (
    <Notice kind="info" title={words.emptyTitle} actions={next}>
      {words.empty}
    </Notice>
  );
}

interface FilledListProps<Context, Page, Row, Filter extends object>
  extends LoadedListProps<Context, Page, Row, Filter> {
  last: Page;
  rows: readonly Row[];
}

const phone = '(max-width: 40rem)';

function watchPhone(onChange: () => void): () => void {
  const query = matchMedia(phone);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** How many rows are shown, and how to show more; another filter begins anew. */
function useShownRows(phoneRows: number | undefined, filter: object): [number, () => void] {
  const isPhone = useSyncExternalStore(watchPhone, () => matchMedia(phone).matches);
  const of = JSON.stringify(filter);
  const [parts, setParts] = useState({ of, count: 1 });
  const count = parts.of === of ? parts.count : 1;
  const shown = isPhone && phoneRows !== undefined ? count * phoneRows : Number.POSITIVE_INFINITY;
  return [shown, () => setParts({ of, count: count + 1 })];
}

function FilledList<Context, Page, Row, Filter extends object>({
  list,
  context,
  filter,
  view,
  query,
  more,
  last,
  rows: come,
}: FilledListProps<Context, Page, Row, Filter>) {
  const { folded } = list;
  const [shown, showMore] = useShownRows(list.phoneRows, filter);
  const rows = come.slice(0, shown);
  const isCut = rows.length < come.length;
  const hasMore = isCut || more?.hasNextPage === true;
  const foldedRows = folded ? rows.filter(folded.isFolded) : [];
  const openRows = folded ? rows.filter((row) => !folded.isFolded(row)) : rows;
  const rowsView = { list, view, last, isStale: query.isPlaceholderData };
  return (
    <>
      <Head list={list} context={context} filter={filter} last={last} />
      {openRows.length > 0 && <Rows {...rowsView} rows={openRows} caption={list.caption(filter)} />}
      {folded && foldedRows.length > 0 && (
        <Disclosure summary={folded.summary(foldedRows.length)}>
          <Rows {...rowsView} rows={foldedRows} caption={folded.caption} />
        </Disclosure>
      )}
      {more && (
        <Pager
          count={
            list.shown?.(rows.length, last) ??
            // How many there are is not known before the last part.
            formatText(hasMore && !list.listed ? text.shownSome : text.shown, {
              shown: rows.length,
              n: list.listed?.(last) ?? rows.length,
            })
          }
          moreLabel={text.more}
          busyLabel={text.moreBusy}
          hasMore={hasMore}
          busy={more.isFetchingNextPage}
          failure={more.isFetchNextPageError && more.error ? failureOf(more.error).message : undefined}
          onMore={() => {
            showMore();
            if (!isCut) void more.fetchNextPage();
          }}
        />
      )}
    </>
  );
}

interface HeadProps<Context, Page, Row, Filter extends object> {
  list: ListDefinition<Context, Page, Row, Filter>;
  context: Context;
  filter: Filter;
  last: Page;
}

/** The figure of the list, and the same rows as a file. */
function Head<Context, Page, Row, Filter extends object>({
  list: { head, file, listed },
  context,
  filter,
  last,
}: HeadProps<Context, Page, Row, Filter>) {
  const isOnline = useOnline();
  if (!head) return null;
  const isCut = file?.cut !== undefined && (listed?.(last) ?? 0) > file.cut.maxRows;
  const refused = file?.refused?.(last);
  return (
    <ListHead
      {...head(last, filter)}
      hint={refused ?? (isOnline ? (isCut ? file.cut?.words : undefined) : text.filesWait)}
    >
      {file && refused === undefined && (
        <DownloadButtons
          label={file.label}
          labels={file.labels?.(last) ?? text.formats}
          busyLabel={text.filesBusy}
          download={(format, task) => file.download(context, filter, format, task, last)}
        />
      )}
    </ListHead>
  );
}

interface RowsProps<Page, Row> {
  list: { readonly rowKey: (row: Row) => string };
  view: RowView<Page, Row>;
  last: Page;
  rows: readonly Row[];
  caption: string;
  isStale: boolean;
}

function Rows<Page, Row>({ list: { rowKey }, view, last, rows, caption, isStale }: RowsProps<Page, Row>) {
  if ('item' in view) {
    const items = rows.map((row, place) => <Fragment key={rowKey(row)}>{view.item(row, place)}</Fragment>);
    const list = { 'aria-label': caption, 'aria-busy': isStale || undefined };
    return view.gap ? (
      <Stack as="ul" gap={view.gap} {...list}>
        {items}
      </Stack>
    ) : (
      <ul className={view.className} {...list}>
        {items}
      </ul>
    );
  }
  return (
    <DataTable
      phoneLayout={view.className}
      stale={isStale}
      caption={caption}
      captionHidden
      columns={view.columns(last, rows)}
      rows={rows}
      rowKey={rowKey}
      total={view.total?.(last)}
      fold={view.fold}
    />
  );
}
