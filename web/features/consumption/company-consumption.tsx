import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { entityConsumption } from '#contract/consumption.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { queryApi } from '#web/lib/api.ts';
import { showKwh, showMoney, showMonthShort, showNumber, showPeriod, showSum } from '#web/lib/format.ts';
import { accountQuery, allAccountsKey } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { BarChart } from '#web/ui/chart/bar-chart.tsx';
import { ChartLegend, ChartReadout } from '#web/ui/chart/chart-parts.tsx';
import { SelectField } from '#web/ui/form/field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import styles from './company-consumption.module.css';
import { showTick } from './consumption-panel.tsx';
import { ConsumptionSkeleton } from './consumption-placeholder.tsx';
import { text } from './text.ts';

type Answer = OutputOf<typeof entityConsumption>;
type Month = Answer['months'][number];

/** The consumption of one account, or of all together. */
const consumptionQuery = (account: string) =>
  account === ''
    ? {
        queryKey: [...allAccountsKey, 'entityConsumption'],
        queryFn: ({ signal }: { signal: AbortSignal }) => queryApi(entityConsumption, {}, { signal }),
      }
    : accountQuery(entityConsumption, account);

interface CompanyConsumptionProps {
  /** With names, sorted by number. */
  accounts: readonly { readonly account: string; readonly name: string }[];
}

/** Thirteen months of what the invoices of all accounts together, or of one, bill for the points that are seen: bars and a table. */
export function CompanyConsumption({ accounts }: CompanyConsumptionProps) {
  const title = useId();
  const isOfPoints = useSessionStore(({ session }) => session?.company?.objects === 'points');
  const [chosen, setChosen] = useState('');
  const query = useQuery<Answer>(consumptionQuery(chosen));
  return (
    <Card labelledBy={title} busy={query.isFetching}>
      <Stack gap="2">
        <div className={styles.head}>
          <Text as="h2" id={title} size="l">
            {isOfPoints ? text.pointsTitle : text.companyTitle}
          </Text>
          {accounts.length > 1 && (
            <SelectField label={text.which} value={chosen} onChange={({ target }) => setChosen(target.value)}>
              <option value="">{formatText(text.allAccounts, { n: accounts.length })}</option>
              {accounts.map(({ account, name }) => (
                <option key={account} value={account}>
                  {name === account ? account : `${name}, ${account}`}
                </option>
              ))}
            </SelectField>
          )}
        </div>
        <QueryPart query={query} failed={text.companyFailed} skeleton={<ConsumptionSkeleton />}>
          {(data) => <Months {...data} key={chosen} />}
        </QueryPart>
      </Stack>
    </Card>
  );
}

function Months({ months, accounts }: Omit<Answer, 'status'>) {
  // Before the first invoice there was no contract; after the last one the months wait for theirs.
  const first = months.findIndex(({ kwh }) => kwh !== null);
  if (first === -1) return <p>{text.companyEmpty}</p>;
  const shown = months.slice(first);
  const byPeriod = new Map(shown.map((month) => [month.period, month]));
  // A role that sees no money has no sums.
  const hasSums = shown.some(({ sum }) => sum !== null);
  const last = shown.findLast(({ kwh }) => kwh !== null);
  return (
    <>
      <BarChart
        label={text.companyTitle}
        initialKey={last?.period ?? ''}
        formatTick={showTick}
        bars={shown.map((month) => ({
          key: month.period,
          label: showMonthShort(month.period),
          spoken: [
            showPeriod(month.period),
            ...(month.kwh === null ? [] : [showKwh(month.kwh)]),
            ...marksOf(month, accounts),
            ...detailsOf(month),
          ].join(', '),
          parts: [month.kwh ?? 0],
          outline: month.lastYearKwh,
          hatched: month.invoices < accounts,
        }))}
      >
        {({ key }) => {
          const month = byPeriod.get(key);
          return (
            month && (
              <ChartReadout
                figure={month.kwh === null ? undefined : showNumber(month.kwh)}
                unit={text.unit}
                name={showPeriod(month.period)}
                marks={marksOf(month, accounts)}
                details={detailsOf(month).join(' · ')}
              />
            )
          );
        }}
      </BarChart>
      <ChartLegend parts={[]} outline={text.lastYear} hatched={text.withoutInvoice} />
      <Disclosure summary={text.table}>
        <DataTable
          caption={text.companyTable}
          columns={columnsOf(accounts, hasSums)}
          rows={[...shown].reverse()}
          rowKey={({ period }) => period}
        />
      </Disclosure>
    </>
  );
}

/** "рахунка ще немає", "рахунки 1 з 2 об’єктів". */
function marksOf({ invoices }: Month, accounts: number): string[] {
  if (invoices === 0) return [text.noInvoice];
  return invoices < accounts ? [formatText(text.someInvoices, { n: invoices, all: accounts })] : [];
}

function detailsOf({ sum, lastYearKwh }: Month): string[] {
  return [
    ...(sum === null ? [] : [showSum(sum)]),
    ...(lastYearKwh === null ? [] : [text.lastYearWas.replace('{kwh}', showKwh(lastYearKwh))]),
  ];
}

const known = (value: number | null) => (value === null ? text.notKnown : showNumber(value));

const sumColumn: Column<Month> = {
  key: 'sum',
  title: text.sumWithVat,
  numeric: true,
  cell: ({ sum }) => (sum === null ? text.notKnown : showMoney(sum)),
};

const columnsOf = (accounts: number, hasSums: boolean): readonly Column<Month>[] => [
  {
    key: 'month',
    title: text.month,
    cell: (month) => [showPeriod(month.period), ...marksOf(month, accounts)].join(', '),
  },
  { key: 'kwh', title: text.total, numeric: true, cell: ({ kwh }) => known(kwh) },
  ...(hasSums ? [sumColumn] : []),
  { key: 'lastYear', title: text.lastYear, numeric: true, cell: ({ lastYearKwh }) => known(lastYearKwh) },
];
