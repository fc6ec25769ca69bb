import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { entityBalance } from '#contract/balance.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type { EntityBalanceData } from '#contract/values/entity-balance.ts';
import { plannedBasisText } from '#domain/invoices/planned-words.template.ts';
import { addMonths, billingPeriod } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { isSomeMoney, showDate, showMoney, showPeriod, showSum } from '#web/lib/format.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { TextField } from '#web/ui/form/field.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './entity-balance.module.css';
import { type PlannedPayment, plannedPayments } from './planned-states.ts';
import { text } from './text.ts';

interface EntityBalanceProps {
  account: string;
  /** The day; undefined: today. */
  on: string | undefined;
  /** Opens the payment, or the reminder, of the energy debt; undefined: who is signed in may not pay. */
  onPay: ((due: string, reminds: boolean) => void) | undefined;
  /** The link to the payments that are on their way. */
  transitLink: ReactNode;
  /** Wraps words in a link to the supplier's invoice of a month. */
  invoiceLink: (period: string, words: ReactNode) => ReactNode;
}

/** The balances of an account at the end of a day, each kind of debt apart, with what lateness would cost. */
export function EntityBalance({ account, on, invoiceLink, ...props }: EntityBalanceProps) {
  const query = useQuery(accountQuery(entityBalance, account, on === undefined ? {} : { on }));
  return (
    <QueryPart
      query={query}
      failed={text.failed}
      skeleton={
        <div aria-busy="true">
          <VisuallyHidden>{text.loading}</VisuallyHidden>
          <Skeleton shape="figure" />
          <Skeleton shape="chart" />
        </div>
      }
    >
      {({ balance }) => (
        <Stack gap="5">
          <BalanceHead {...props} balance={balance} />
          <Kinds balance={balance} />
          {balance.advances && <Planned advances={balance.advances} on={balance.on} />}
          <Late balance={balance} invoiceLink={invoiceLink} />
        </Stack>
      )}
    </QueryPart>
  );
}

interface BalanceDayProps {
  /** undefined: today. */
  on: string | undefined;
  onDay: (on: string | undefined) => void;
}

/** The day of the balance; it stands while the balance of another day is loading. */
export function BalanceDay({ on, onDay }: BalanceDayProps) {
  const today = kyivDateOf(useNow());
  return (
    <form
      data-reads
      className={styles.day}
      onSubmit={(event) => {
        event.preventDefault();
        const day = String(new FormData(event.currentTarget).get('on') ?? '');
        onDay(day === '' || day === today ? undefined : day);
      }}
    >
      <TextField
        key={on ?? today}
        type="date"
        name="on"
        label={text.day}
        max={today}
        defaultValue={on ?? today}
        required
      />
      <Button type="submit">{text.show}</Button>
      {on !== undefined && (
        <Button kind="plain" onClick={() => onDay(undefined)}>
          {text.today}
        </Button>
      )}
    </form>
  );
}

type BalanceHeadProps = Omit<EntityBalanceProps, 'account' | 'on' | 'invoiceLink'> & {
  balance: EntityBalanceData;
};

/** The energy debt as the largest figure, and what can be done about it. */
function BalanceHead({ balance, onPay, transitLink }: BalanceHeadProps) {
  const today = kyivDateOf(useNow());
  const { debt, overpaid, inTransit } = balance.energy;
  const isOwed = isSomeMoney(debt);
  const isOver = isSomeMoney(overpaid);
  const isNow = balance.on === today;
  const date = showDate(balance.on);
  const words = isNow
    ? isOver
      ? text.overpaid
      : text.toPay
    : formatText(isOver ? text.overpaidOn : text.debtOn, { date });
  return (
    <Stack gap="15">
      <Text size="l" tone="quiet">
        {words}
      </Text>
      <p className={styles.sum}>
        <MoneyFigure sum={showMoney(isOver ? overpaid : debt)} unit={text.unit} size="l" />
      </p>
      {isSomeMoney(inTransit) && (
        <p>
          {formatText(text.inTransit, { sum: showSum(inTransit) })} {isNow && transitLink}
        </p>
      )}
      {isNow && onPay && (
        <Row gap="1">
          <Button kind={isOwed ? 'lamp' : 'quiet'} onClick={() => onPay(debt, false)}>
            {isOwed ? text.pay : text.payAhead}
          </Button>
          {isOwed && <Button onClick={() => onPay(debt, true)}>{text.remind}</Button>}
        </Row>
      )}
      {!isNow && (
        <Text size="s" tone="quiet">
          {text.past}
        </Text>
      )}
    </Stack>
  );
}

interface KindRow {
  kind: 'energy' | 'reactive' | 'acts';
  payee: string;
  debt: string;
  over: string;
}

const kindColumns = (isOver: boolean): readonly Column<KindRow>[] => [
  { key: 'kind', title: text.kind, cell: ({ kind }) => text[kind] },
  { key: 'payee', title: text.payee, cell: ({ payee }) => payee },
  { key: 'debt', title: text.debt, numeric: true, cell: ({ debt }) => showSum(debt) },
  ...(isOver
    ? [
        {
          key: 'over',
          title: text.over,
          numeric: true,
          cell: ({ over }: KindRow) =>
            isSomeMoney(over) && <span data-label={text.over}>{showSum(over)}</span>,
        },
      ]
    : []),
];

function Kinds({ balance: { energy, reactive, acts } }: { balance: EntityBalanceData }) {
  const rows: readonly KindRow[] = [
    { kind: 'energy', payee: text.supplier, debt: energy.debt, over: energy.overpaid },
    ...(reactive
      ? [{ kind: 'reactive' as const, payee: reactive.payee, debt: reactive.debt, over: reactive.overpaid }]
      : []),
    { kind: 'acts', payee: text.supplier, debt: acts, over: '0.00' },
  ];
  return (
    <section className={styles.part}>
      <h2>{text.kinds}</h2>
      <DataTable
        caption={text.kinds}
        captionHidden
        columns={kindColumns(rows.some(({ over }) => isSomeMoney(over)))}
        rows={rows}
        rowKey={({ kind }) => kind}
        phoneLayout={classes(styles.table, styles.kinds)}
      />
      {reactive && (
        <Text size="s" tone="quiet">
          {text.reactiveNote}
        </Text>
      )}
      {isSomeMoney(acts) && (
        <Text size="s" tone="quiet">
          {text.actsNote}
        </Text>
      )}
    </section>
  );
}

const tones: Readonly<Record<PlannedPayment['state'], StateTone>> = {
  paid: 'good',
  partly: 'wait',
  late: 'bad',
  ahead: 'note',
};

const plannedColumns: readonly Column<PlannedPayment>[] = [
  {
    key: 'part',
    title: text.part,
    cell: ({ partNumber }) => formatText(text.partNumber, { number: partNumber }),
  },
  { key: 'due', title: text.due, cell: ({ dueOn }) => showDate(dueOn) },
  { key: 'sum', title: text.sum, numeric: true, cell: ({ sum }) => showSum(sum) },
  {
    key: 'state',
    title: text.state,
    cell: ({ state, paid }) => (
      <StateMark tone={tones[state]}>
        {state === 'late' && isSomeMoney(paid)
          ? `${text.states.late}, ${formatText(text.states.partly, { sum: showSum(paid) }).toLowerCase()}`
          : formatText(text.states[state], { sum: showSum(paid) })}
      </StateMark>
    ),
  },
];

function Planned({ advances, on }: { advances: NonNullable<EntityBalanceData['advances']>; on: string }) {
  const title = formatText(text.planned, { period: showPeriod(advances.period) });
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      <DataTable
        caption={title}
        captionHidden
        columns={plannedColumns}
        rows={plannedPayments(advances, on)}
        rowKey={({ partNumber }) => String(partNumber)}
        phoneLayout={styles.planned}
      />
      <Text size="s" tone="quiet">
        {plannedBasisText(advances.volume, showPeriod(addMonths(billingPeriod(advances.period), -1)))}{' '}
        {formatText(text.plannedNote, { paid: showSum(advances.paid), planned: showSum(advances.planned) })}
      </Text>
    </section>
  );
}

type LateRow = EntityBalanceData['late'][number];

const moneyColumn = (key: 'debt' | 'threePercent' | 'inflation' | 'penalty', title: string) => ({
  key,
  title,
  numeric: true,
  cell: (row: LateRow) => <span data-label={title}>{showMoney(row[key])}</span>,
});

const lateColumns = (invoiceLink: EntityBalanceProps['invoiceLink']): readonly Column<LateRow>[] => [
  {
    key: 'invoice',
    title: text.invoice,
    cell: ({ invoiceNumber, period }) => (
      <>
        {invoiceLink(period, showPeriod(period))}
        <span className={styles.number}>{formatText(text.partNumber, { number: invoiceNumber })}</span>
      </>
    ),
  },
  { key: 'due', title: text.due, cell: ({ dueOn }) => <span data-label={text.due}>{showDate(dueOn)}</span> },
  {
    key: 'days',
    title: text.days,
    numeric: true,
    cell: ({ days }) => <span data-label={text.days}>{days}</span>,
  },
  moneyColumn('debt', text.debtInHryvnias),
  moneyColumn('threePercent', text.threePercent),
  moneyColumn('inflation', text.inflation),
  moneyColumn('penalty', text.penalty),
];

function Late({
  balance: { late, lateTotals },
  invoiceLink,
}: {
  balance: EntityBalanceData;
  invoiceLink: EntityBalanceProps['invoiceLink'];
}) {
  return (
    <section className={styles.part}>
      <h2>{text.late}</h2>
      {late.length === 0 ? (
        <p>{text.noneLate}</p>
      ) : (
        <>
          <DataTable
            caption={text.late}
            captionHidden
            columns={lateColumns(invoiceLink)}
            rows={late}
            rowKey={({ period }) => period}
            total={{
              invoice: text.total,
              threePercent: <span data-label={text.threePercent}>{showMoney(lateTotals.threePercent)}</span>,
              inflation: <span data-label={text.inflation}>{showMoney(lateTotals.inflation)}</span>,
              penalty: <span data-label={text.penalty}>{showMoney(lateTotals.penalty)}</span>,
            }}
            phoneLayout={classes(styles.table, styles.late)}
          />
          <Text size="s" tone="quiet">
            {text.lateNote}
          </Text>
        </>
      )}
    </section>
  );
}
