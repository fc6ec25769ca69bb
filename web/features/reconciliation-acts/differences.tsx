import { formatText } from '#contract/messages/format-text.ts';
import type { EntityAct } from '#contract/values/reconciliation-act.ts';
import {
  type Comparison,
  compareHalves,
  type Difference,
  type ReconciliationEntry,
} from '#domain/documents/match-reconciliation.ts';
import { formatMoney, moneyFromWire, subtractMoney, zeroMoney } from '#domain/money.ts';
import { showDate } from '#web/lib/format.ts';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import styles from './differences.module.css';
import { text } from './entity/text.ts';

/** Rows of the customer's books, sums as on the wire. */
export interface BooksRow {
  readonly date: string;
  readonly document: string;
  readonly debit: string;
  readonly credit: string;
}

/** Compares an act with the half of the customer, as the server does. */
export function compareAct(act: EntityAct, opening: string, rows: readonly BooksRow[]): Comparison {
  return compareHalves(
    {
      opening: moneyFromWire(act.opening),
      entries: act.rows.map(({ debit, credit, ...row }) => ({
        ...row,
        signed: subtractMoney(moneyFromWire(debit), moneyFromWire(credit)),
      })),
    },
    {
      opening: moneyFromWire(opening),
      entries: rows.map(({ date, document, debit, credit }) => ({
        date,
        document,
        number: null,
        signed: subtractMoney(moneyFromWire(credit), moneyFromWire(debit)),
      })),
    },
  );
}

type Row = Difference & { readonly place: number };

const sumOf = (entry: ReconciliationEntry | undefined) =>
  entry === undefined ? '—' : formatMoney(entry.signed);

const columns: readonly Column<Row>[] = [
  {
    key: 'document',
    title: text.document,
    cell: ({ seller, customer }) => (
      <>
        {seller?.document || customer?.document || '—'}
        <span className={styles.date}>
          {[seller, customer]
            .flatMap((one) => (one === undefined ? [] : [showDate(one.date)]))
            .filter((date, place, all) => all.indexOf(date) === place)
            .join(' / ')}
        </span>
      </>
    ),
  },
  { key: 'seller', title: text.ofSeller, numeric: true, cell: ({ seller }) => sumOf(seller) },
  { key: 'customer', title: text.ofCustomer, numeric: true, cell: ({ customer }) => sumOf(customer) },
  {
    key: 'difference',
    title: text.difference,
    numeric: true,
    cell: ({ amount }) => <strong>{formatMoney(amount)}</strong>,
  },
];

/** Documents that differ, and by how much the balances do. */
export function Differences({ comparison }: { comparison: Comparison }) {
  const { matched, differing, openingDifference, closingDifference } = comparison;
  if (differing.length === 0 && openingDifference === zeroMoney)
    return <Text role="status">{text.nothingDiffers}</Text>;
  return (
    <Stack gap="1">
      <DataTable
        caption={text.differencesTable}
        captionHidden
        phoneLayout={styles.rows}
        columns={columns}
        rows={differing.map((one, place) => ({ ...one, place }))}
        rowKey={({ place }) => String(place)}
        total={{ document: text.total, difference: formatMoney(closingDifference) }}
      />
      <Text size="s" tone="quiet">
        {openingDifference !== zeroMoney && `${text.openingRow}: ${formatMoney(openingDifference)}. `}
        {formatText(text.matched, { n: matched.length })}
      </Text>
    </Stack>
  );
}
