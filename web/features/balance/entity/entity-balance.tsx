import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { entityBalance } from '#contract/balance.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { isSomeMoney, showDate, showMoney, showPeriod, showSum } from '#web/lib/format.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { DataTable } from '#web/ui/list/data-table.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from '../balance-panel.module.css';
import { text } from './text.ts';

type Balance = OutputOf<typeof entityBalance>['balance'];

interface EntityBalanceProps {
  account: string;
  /** The end of which day is shown; undefined: now. */
  on: string | undefined;
  onFilter: (on: string | undefined) => void;
  /** Opens the payment of the energy debt. */
  onPay: (due: string) => void;
}

/** The balances of a legal entity at a date: the sum due as the largest figure, each kind of debt apart, advances, lateness. */
export function EntityBalance({ account, on, onFilter, onPay }: EntityBalanceProps) {
  const query = useQuery(accountQuery(entityBalance, account, on === undefined ? {} : { on }));
  return (
    <Stack gap="4">
      <Row gap="2">
        <TextField
          type="date"
          label={text.on}
          value={on ?? ''}
          onChange={(event) => onFilter(event.target.value || undefined)}
        />
      </Row>
      <QueryPart query={query} failed={text.failed} skeleton={<Skeleton shape="tile" />}>
        {({ balance }) => (
          <>
            <Due balance={balance} isNow={on === undefined} onPay={onPay} />
            <Debts balance={balance} />
            {balance.advances && <Advances advances={balance.advances} />}
            <Lateness balance={balance} />
          </>
        )}
      </QueryPart>
    </Stack>
  );
}

function Due({
  balance: { energy, on },
  isNow,
  onPay,
}: {
  balance: Balance;
  isNow: boolean;
  onPay: (due: string) => void;
}) {
  const isOverpaid = !isSomeMoney(energy.debt) && isSomeMoney(energy.overpaid);
  const label = isOverpaid ? text.overpaid : text.toPay;
  return (
    <div className={styles.panel}>
      <Text size="l" tone="quiet">
        {isNow ? label : `${label}. ${formatText(text.ofDay, { date: showDate(on) })}`}
      </Text>
      <p className={styles.sum}>
        <MoneyFigure sum={showMoney(isOverpaid ? energy.overpaid : energy.debt)} unit={text.unit} size="xl" />
      </p>
      {isSomeMoney(energy.inTransit) && (
        <Text tone="quiet" isNumeric>
          {text.inTransit} {showSum(energy.inTransit)}
        </Text>
      )}
      {isNow && isSomeMoney(energy.debt) && (
        <p>
          <Button kind="lamp" onClick={() => onPay(energy.debt)}>
            {text.pay}
          </Button>
        </p>
      )}
    </div>
  );
}

interface DebtRow {
  readonly kind: string;
  readonly payee: string;
  readonly debt: string;
  readonly overpaid: string;
}

function Debts({ balance: { energy, reactive, acts } }: { balance: Balance }) {
  const rows: DebtRow[] = [
    { kind: text.energy, payee: text.supplier, ...energy },
    ...(reactive ? [{ kind: text.reactive, ...reactive }] : []),
    { kind: text.acts, payee: text.supplier, debt: acts, overpaid: '0.00' },
  ];
  return (
    <Section title={text.debts}>
      <DataTable
        caption={text.debts}
        captionHidden
        rows={rows}
        rowKey={({ kind }) => kind}
        columns={[
          { key: 'kind', title: text.kind, cell: ({ kind }) => kind },
          { key: 'payee', title: text.payee, cell: ({ payee }) => payee },
          { key: 'debt', title: text.debt, numeric: true, cell: ({ debt }) => showMoney(debt) },
          { key: 'over', title: text.over, numeric: true, cell: ({ overpaid }) => showMoney(overpaid) },
        ]}
      />
      {reactive && <Text tone="quiet">{text.reactiveNote}</Text>}
    </Section>
  );
}

function Advances({ advances }: { advances: NonNullable<Balance['advances']> }) {
  return (
    <Section title={formatText(text.advances, { month: showPeriod(advances.period) })}>
      <DataTable
        caption={formatText(text.advances, { month: showPeriod(advances.period) })}
        captionHidden
        rows={advances.parts}
        rowKey={({ partNumber }) => String(partNumber)}
        columns={[
          { key: 'part', title: text.part, cell: ({ partNumber }) => partNumber },
          { key: 'due', title: text.dueOn, cell: ({ dueOn }) => showDate(dueOn) },
          { key: 'sum', title: text.sum, numeric: true, cell: ({ sum }) => showMoney(sum) },
        ]}
        total={{ part: text.planned, sum: showMoney(advances.planned) }}
      />
      <Text isNumeric>{formatText(text.paid, { sum: showSum(advances.paid) })}</Text>
    </Section>
  );
}

function Lateness({ balance: { late, lateTotals } }: { balance: Balance }) {
  return (
    <Section title={text.late}>
      {late.length === 0 ? (
        <Text>{text.noLate}</Text>
      ) : (
        <>
          <DataTable
            caption={text.late}
            captionHidden
            rows={late}
            rowKey={({ invoiceNumber }) => invoiceNumber}
            columns={[
              { key: 'invoice', title: text.invoice, cell: ({ invoiceNumber }) => invoiceNumber },
              { key: 'due', title: text.dueOn, cell: ({ dueOn }) => showDate(dueOn) },
              { key: 'debt', title: text.debt, numeric: true, cell: ({ debt }) => showMoney(debt) },
              { key: 'days', title: text.days, numeric: true, cell: ({ days }) => days },
              {
                key: 'percent',
                title: text.threePercent,
                numeric: true,
                cell: ({ threePercent }) => showMoney(threePercent),
              },
              {
                key: 'inflation',
                title: text.inflation,
                numeric: true,
                cell: ({ inflation }) => showMoney(inflation),
              },
              {
                key: 'penalty',
                title: text.penalty,
                numeric: true,
                cell: ({ penalty }) => showMoney(penalty),
              },
            ]}
            total={{
              invoice: text.total,
              percent: showMoney(lateTotals.threePercent),
              inflation: showMoney(lateTotals.inflation),
              penalty: showMoney(lateTotals.penalty),
            }}
          />
          <Text tone="quiet">{text.lateNote}</Text>
        </>
      )}
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap="15" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </Stack>
  );
}
