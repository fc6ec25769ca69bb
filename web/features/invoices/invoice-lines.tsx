import type { ReactNode } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { groupLines, type LineGroup } from '#domain/invoices/group-lines.ts';
import { reactiveFormulaText } from '#domain/invoices/reactive-words.template.ts';
import { formatMoney, moneyFromWire } from '#domain/money.ts';
import { formatContractPrice, formatPrice, priceFromText } from '#domain/price.ts';
import { showDate, showMoney, showNumber, showPeriod } from '#web/lib/format.ts';
import { Text } from '#web/ui/layout/stack.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import styles from './invoice-lines.module.css';
import type { Invoice } from './invoice-types.ts';
import { text } from './text.ts';

type Line = Invoice['lines'][number];

/** A signed whole number: "−100". */
export function showQuantity(quantity: number): string {
  return quantity < 0 ? `\u2212${showNumber(-quantity)}` : showNumber(quantity);
}

/** The parts of the price of these lines: of all points, or of one. */
export function groupsOf({ quantities }: Pick<Invoice, 'quantities'>, lines: readonly Line[]): LineGroup[] {
  const classes = new Map(quantities.map(({ eic, voltageClass }) => [eic, voltageClass]));
  return groupLines(
    lines.map(({ sum, ...line }) => ({ ...line, amount: moneyFromWire(sum) })),
    (eic) => classes.get(eic) ?? null,
  );
}

/** The price of a line as a link to all versions of it. */
export type LinkToPrice = (component: Line['component'], price: string) => ReactNode;

interface LineTableProps {
  invoice: Invoice;
  linkToPrice: LinkToPrice;
  groups: readonly LineGroup[];
  caption: string;
  total?: Readonly<Record<string, string>>;
}

/** What is charged, by parts of the price: quantity, price with its source and day, amount. */
export function LineTable({ invoice, groups, caption, total, linkToPrice }: LineTableProps) {
  const columns: readonly Column<LineGroup>[] = [
    {
      key: 'component',
      title: text.component,
      cell: (group) => (
        <>
          {group.name}
          {group.forPeriod !== invoice.period &&
            ` ${formatText(text.forMonth, { month: showPeriod(group.forPeriod) })}`}
          <span className={styles.source}>
            {[
              group.source,
              group.priceFrom === null ? '' : formatText(text.validFrom, { date: showDate(group.priceFrom) }),
              group.equivalent === null
                ? ''
                : formatText(text.equivalent, { equivalent: formatPrice(priceFromText(group.equivalent)) }),
              group.pointCount > 1 ? formatText(text.linePoints, { n: group.pointCount }) : '',
            ]
              .filter((fact) => fact !== '')
              .join(', ')}
          </span>
        </>
      ),
    },
    {
      key: 'quantity',
      title: text.quantities[invoice.payee],
      numeric: true,
      cell: ({ quantity }) => showQuantity(quantity),
    },
    {
      key: 'price',
      title: invoice.payee === 'operator' ? text.energyPrice : text.prices[invoice.priceBase],
      numeric: true,
      cell: ({ component, price }) => linkToPrice(component, formatContractPrice(priceFromText(price))),
    },
    { key: 'sum', title: text.sum, numeric: true, cell: ({ amount }) => formatMoney(amount) },
  ];
  return (
    <DataTable
      caption={caption}
      captionHidden
      phoneLayout={styles[invoice.payee]}
      columns={columns}
      rows={groups}
      rowKey={({ name, forPeriod, price, source, equivalent }) =>
        `${name} ${forPeriod} ${price} ${source} ${equivalent}`
      }
      total={total}
    />
  );
}

/** The parts of the invoice with its totals: VAT once, of all of them. */
export function InvoiceLines({ invoice, linkToPrice }: Pick<LineTableProps, 'invoice' | 'linkToPrice'>) {
  return (
    <section aria-labelledby="lines">
      <h3 id="lines">{text.lines}</h3>
      <LineTable
        invoice={invoice}
        linkToPrice={linkToPrice}
        groups={groupsOf(invoice, invoice.lines)}
        caption={text.linesTable}
        total={{ component: text.gross, sum: showMoney(invoice.gross) }}
      />
      {invoice.reactiveRules && (
        <Text size="s" tone="quiet">
          {reactiveFormulaText(invoice.reactiveRules)}
        </Text>
      )}
    </section>
  );
}
