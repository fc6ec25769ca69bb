import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureOf } from '#web/lib/api-failure.ts';
import { showDate, showMoment, showNumber, showSum } from '#web/lib/format.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { RecordTable } from '#web/ui/record-table.tsx';
import { RowsWaiting } from '#web/ui/rows-waiting.tsx';
import { StateMark, type StateTone } from '#web/ui/state-mark.tsx';
import { type Register, registersQuery } from './api.ts';
import styles from './registers.module.css';
import { text } from './text.ts';

const tones: Readonly<Record<Register['state'], StateTone>> = {
  receiving: 'wait',
  reading: 'note',
  checking: 'note',
  checked: 'wait',
  booking: 'note',
  done: 'good',
  refused: 'bad',
};

/** The days of the rows of a register. */
export function daysOf({ firstDay, lastDay }: Register): string {
  if (firstDay === null || lastDay === null) return '—';
  return firstDay === lastDay ? showDate(firstDay) : `${showDate(firstDay)} – ${showDate(lastDay)}`;
}

const unread: readonly Register['state'][] = ['receiving', 'reading', 'refused'];

/** A figure of the rows; of a file that is not read there are none, which is not the same as nought. */
function ofRead(register: Register, show: (register: Register) => string): string {
  return unread.includes(register.state) ? '—' : show(register);
}

/** Where a register stands, in words and colour. */
export function RegisterState({ register }: { register: Register }) {
  const { state, totals } = register;
  const waits = state === 'done' && totals.unmatched.count > 0;
  return (
    <StateMark tone={waits ? 'wait' : tones[state]}>
      {text.states[state]}
      {waits && `, ${text.waits(showNumber(totals.unmatched.count))}`}
    </StateMark>
  );
}

const columns = (linkTo: (register: number, words: ReactNode) => ReactNode): readonly Column<Register>[] => [
  {
    key: 'register',
    title: text.register,
    cell: ({ register, fileName, createdAt }) => (
      <>
        {linkTo(register, `№ ${register}, ${fileName}`)}
        <span className={styles.sentAt}>{showMoment(createdAt)}</span>
      </>
    ),
  },
  { key: 'days', title: text.days, cell: daysOf },
  {
    key: 'rows',
    title: text.rows,
    numeric: true,
    cell: (register) => ofRead(register, ({ totals }) => showNumber(totals.rows.count)),
  },
  {
    key: 'sum',
    title: text.sum,
    numeric: true,
    cell: (register) => ofRead(register, ({ totals }) => showSum(totals.rows.sum)),
  },
  { key: 'state', title: text.state, cell: (register) => <RegisterState register={register} /> },
];

interface RegisterListProps {
  linkTo: (register: number, words: ReactNode) => ReactNode;
}

/** The registers that were sent, newest first, by parts. */
export function RegisterList({ linkTo }: RegisterListProps) {
  return (
    <section className={styles.list} aria-labelledby="registers">
      <h2 id="registers">{text.list}</h2>
      <Registers linkTo={linkTo} />
    </section>
  );
}

function Registers({ linkTo }: RegisterListProps) {
  const query = useInfiniteQuery(registersQuery);
  const { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (!data) {
    return error ? (
      <FailedPart
        title={text.listFailed}
        message={failureOf(error).message}
        retryLabel={text.retry}
        retrying={isFetching}
        onRetry={() => refetch()}
      />
    ) : (
      <RowsWaiting label={text.loading} rows={5} />
    );
  }
  const registers = data.pages.flatMap((page) => page.registers);
  if (registers.length === 0) {
    return (
      <Notice kind="info" title={text.emptyTitle}>
        {text.empty}
      </Notice>
    );
  }
  return (
    <>
      <RecordTable
        className={styles.registers}
        caption={text.listTable}
        captionHidden
        columns={columns(linkTo)}
        rows={registers}
        rowKey={({ register }) => String(register)}
      />
      <Pager
        count={text.shown(registers.length)}
        moreLabel={text.more}
        busyLabel={text.moreBusy}
        hasMore={hasNextPage}
        busy={isFetchingNextPage}
        failure={error ? failureOf(error).message : undefined}
        onMore={() => void fetchNextPage()}
      />
    </>
  );
}
