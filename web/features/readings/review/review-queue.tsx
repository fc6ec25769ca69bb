import { infiniteQueryOptions, keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { listReviews } from '#contract/readings/review.ts';
import type { QueuedReview, ReviewDetails } from '#contract/values/review-details.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { daysBetween, type LocalDate } from '#domain/time/local-date.ts';
import { queryApi } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { showDate, showNumber } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { useLiveTopic } from '#web/lib/query/live.ts';
import { classes } from '#web/ui/classes.ts';
import { Row, Text } from '#web/ui/layout/stack.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { text } from './desk-text.ts';
import styles from './review-desk.module.css';

export const reviewsKey = ['reading-reviews'] as const;

type QueueState = 'waiting' | 'photoAsked';
type Page = OutputOf<typeof listReviews>;
interface QueueFilter {
  readonly state: QueueState;
}

const reviewList = defineList({
  query: (_: undefined, { state }: QueueFilter) =>
    infiniteQueryOptions({
      queryKey: [...reviewsKey, 'list', state] as readonly unknown[],
      queryFn: ({ signal, pageParam }) =>
        queryApi(listReviews, { state, ...(pageParam && { cursor: pageParam }) }, { signal }),
      initialPageParam: '',
      getNextPageParam: (last: Page) => last.next ?? undefined,
      placeholderData: keepPreviousData,
    }),
  words: { loading: text.loading, failed: text.failed },
  caption: () => text.caption,
  empty: ({ state }) => (
    <Notice kind="info" title={state === 'waiting' ? text.emptyTitle : text.emptyPhotoTitle}>
      {state === 'waiting' ? text.empty : text.emptyPhoto}
    </Notice>
  ),
  rows: (pages) => pages.flatMap(({ reviews }) => reviews),
  rowKey: ({ reviewId }) => reviewId,
  skeletonRows: 6,
});

/** "день 300, ніч 120". */
export function valuesInWords(values: Readonly<Record<string, number>>): string {
  const zones = ['single', 'peak', 'halfPeak', 'day', 'night'] as const;
  return zones
    .flatMap((zone) => (values[zone] === undefined ? [] : `${text.zones[zone]} ${values[zone]}`.trim()))
    .join(', ');
}

type Cause = ReviewDetails['causes'][number];

function causeInWords(cause: Cause): string {
  switch (cause.kind) {
    case 'tooLarge':
      return formatText(text.causes.tooLarge, {
        kwh: showNumber(cause.kwh),
        limit: showNumber(cause.limitKwh),
      });
    case 'lower':
      return formatText(text.causes.lower, { previous: cause.previousValue });
    case 'requested':
      return text.causes.requested;
    case 'deviation':
      return formatText(text.causes.deviation, {
        percent: cause.percent,
        kwh: showNumber(cause.kwh),
        lastYear: showNumber(cause.lastYearKwh),
      });
  }
}

/** The rules that stopped a reading, with their numbers. */
export function causesInWords(causes: readonly Cause[]): readonly string[] {
  if (causes.length === 0) return [text.causes.unknown];
  const inARow = Math.max(0, ...causes.map((cause) => (cause.kind === 'deviation' ? cause.inARow : 0)));
  const words = causes.map(causeInWords);
  return inARow > 2 ? [...words, formatText(text.causes.inARow, { n: inARow })] : words;
}

/** How long there is, in words; what is late is marked. */
export function DueMark({ dueOn }: { dueOn: string }) {
  const left = daysBetween(kyivDateOf(deviceNow()), dueOn as LocalDate);
  const words =
    left < 0
      ? formatText(text.late, { n: -left })
      : left === 0
        ? text.today
        : formatText(text.dueIn, { n: left });
  return <StateMark tone={left < 0 ? 'bad' : 'wait'}>{words}</StateMark>;
}

type LinkTo = (review: QueuedReview, words: ReactNode) => ReactNode;

const columnsOf = (linkTo: LinkTo, open: string | undefined): readonly Column<QueuedReview>[] => [
  {
    key: 'customer',
    title: text.customer,
    cell: (review) => (
      <span className={styles.who} data-open={review.reviewId === open ? '' : undefined}>
        {linkTo(review, review.customerName)}
        <Text as="span" size="s" tone="quiet" isNumeric>
          {review.account}
        </Text>
      </span>
    ),
  },
  {
    key: 'due',
    title: text.due,
    cell: ({ dueOn }) => (
      <span className={classes(styles.who, styles.due)}>
        <DueMark dueOn={dueOn} />
        <Text as="span" size="s" tone="quiet" isNumeric>
          {showDate(dueOn)}
        </Text>
      </span>
    ),
  },
  {
    key: 'cause',
    title: text.cause,
    cell: ({ causes, values, hasPhoto }) => (
      <span className={styles.who}>
        <span>{causesInWords(causes)[0]}</span>
        <Text as="span" size="s" tone="quiet" isNumeric>
          {[valuesInWords(values), hasPhoto && text.withPhoto].filter(Boolean).join(' · ')}
        </Text>
      </span>
    ),
  },
];

interface ReviewQueueProps {
  state: QueueState;
  /** The id of the open review. */
  open: string | undefined;
  linkTo: LinkTo;
  onOpen: (review: QueuedReview) => void;
  /** Links to the parts of the queue. */
  tabs: (counts: { waiting: number; photoAsked: number } | undefined) => ReactNode;
}

/** Readings under review, what is due first; new ones come by themselves. J and K walk along. */
export function ReviewQueue({ state, open, linkTo, onOpen, tabs }: ReviewQueueProps) {
  const client = useQueryClient();
  const live = useLiveTopic('reading-reviews');
  const mark = live && [live.waiting, live.photoAsked, live.newest].join(' ');
  useEffect(() => {
    if (mark !== undefined) void client.invalidateQueries({ queryKey: [...reviewsKey, 'list'] });
  }, [client, mark]);
  return (
    <RecordList
      list={reviewList}
      context={undefined}
      filter={{ state }}
      gap="2"
      view={{ className: styles.rows, columns: () => columnsOf(linkTo, open) }}
    >
      {(last, rows) => (
        <>
          <Row gap="2" align="center">
            {tabs(last)}
            {last && (
              <StateMark tone={last.overdue > 0 ? 'bad' : 'good'}>
                {last.overdue > 0 ? formatText(text.overdue, { n: last.overdue }) : text.onTime}
              </StateMark>
            )}
          </Row>
          <WalkKeys rows={rows} open={open} onOpen={onOpen} />
        </>
      )}
    </RecordList>
  );
}

/** Whether a key press is typing, or belongs to a dialog. */
export function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const inField =
    target instanceof HTMLElement && target.closest('input, textarea, select, dialog[open]') !== null;
  return inField || ctrlKey || metaKey || altKey;
}

/** J and K, also on a Ukrainian keyboard: by the place of the key. */
function WalkKeys({
  rows,
  open,
  onOpen,
}: { rows: readonly QueuedReview[] } & Pick<ReviewQueueProps, 'open' | 'onOpen'>) {
  const place = useRef(-1);
  useEffect(() => {
    const at = rows.findIndex(({ reviewId }) => reviewId === open);
    if (at >= 0) place.current = at;
    const walk = (event: KeyboardEvent) => {
      const step = event.code === 'KeyJ' ? 1 : event.code === 'KeyK' ? -1 : 0;
      if (step === 0 || rows.length === 0 || isTyping(event)) return;
      // What was decided is gone from the list: the next one stands in its place.
      const from = at >= 0 || place.current < 0 ? place.current : place.current - (step > 0 ? 1 : 0);
      const next = rows[Math.min(Math.max(from + step, 0), rows.length - 1)];
      if (next) onOpen(next);
    };
    document.addEventListener('keydown', walk);
    return () => document.removeEventListener('keydown', walk);
  }, [rows, open, onOpen]);
  return null;
}
