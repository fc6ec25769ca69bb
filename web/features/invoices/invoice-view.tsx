import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getInvoice, invoiceArchive, invoicePdf, invoiceXlsx } from '#contract/invoices.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { plannedBasisText } from '#domain/invoices/planned-words.template.ts';
import { downloadFile } from '#web/lib/api.ts';
import { isSomeMoney, showDate, showMoney, showPeriod, showSum } from '#web/lib/format.ts';
import { DownloadButtons } from '#web/lib/list/download-buttons.tsx';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { InvoiceLines, type LinkToPrice } from './invoice-lines.tsx';
import { InvoiceState } from './invoice-list.tsx';
import { InvoicePayment } from './invoice-payment.tsx';
import { InvoicePoints } from './invoice-points.tsx';
import type { Invoice, InvoiceKey, PointFilter } from './invoice-types.ts';
import styles from './invoice-view.module.css';
import { text } from './text.ts';

interface InvoiceViewProps {
  account: string;
  invoice: InvoiceKey;
  filter: PointFilter;
  onFilter: (filter: PointFilter) => void;
  /** Opens the payment of an invoice of the supplier. */
  onPay: (due: string, period: string) => void;
  /** Back to the list, on a phone. */
  linkToList: ReactNode;
  linkToPrice: LinkToPrice;
  /** Who has signed the act of the invoice; it stands before the points, of which there may be hundreds. */
  signing: ReactNode;
}

/** One invoice: what it asks for, its parts with the sources of their prices, the points behind it, and how it is paid. */
export function InvoiceView({ account, invoice: key, linkToList, ...actions }: InvoiceViewProps) {
  const query = useQuery(accountQuery(getInvoice, account, key));
  return (
    <Stack gap="3">
      <div className={styles.back}>{linkToList}</div>
      <QueryPart
        query={query}
        skeleton={<RowsSkeleton label={text.invoiceLoading} rows={6} />}
        failed={text.invoiceFailed}
        refused={({ code, message }) =>
          code === 'billing.noCharges' && (
            <Notice kind="info" title={text.none} live="status">
              {message}
            </Notice>
          )
        }
      >
        {({ invoice }) => <LoadedInvoice account={account} invoice={invoice} {...actions} />}
      </QueryPart>
    </Stack>
  );
}

type LoadedInvoiceProps = Omit<InvoiceViewProps, 'invoice' | 'linkToList'> & { invoice: Invoice };

function LoadedInvoice({
  account,
  invoice,
  filter,
  onFilter,
  onPay,
  linkToPrice,
  signing,
}: LoadedInvoiceProps) {
  const { period, payee, open } = invoice;
  const isOpen = isSomeMoney(open);
  return (
    <Stack as="article" gap="4" aria-labelledby="invoice">
      <Stack gap="15">
        <Row gap="2" align="center">
          <h2 id="invoice" className={styles.title}>
            {text.payees[payee]}, {showPeriod(period)}
          </h2>
          <InvoiceState {...invoice} />
        </Row>
        <Text tone="quiet" size="s">
          {formatText(text.number, { number: invoice.number, date: showDate(invoice.issuedOn) })} ·{' '}
          {formatText(text.actNumber, { number: invoice.actNumber })} ·{' '}
          {formatText(text.contract, {
            number: invoice.contractNumber,
            date: showDate(invoice.contractDate),
          })}
        </Text>
        <div className={styles.sums}>
          <p>
            <span className={styles.name}>{text.gross}</span>
            <MoneyFigure sum={showMoney(invoice.gross)} unit={text.unit} size="l" />
          </p>
          <p>
            <span className={styles.name}>{text.net}</span> {showMoney(invoice.net)}
          </p>
          <p>
            <span className={styles.name}>{text.vat}</span> {showMoney(invoice.vat)}
          </p>
          {isOpen && (
            <Stack gap="05">
              <Text as="span" size="s">
                {formatText(text.dueOn, { date: showDate(invoice.dueOn) })}
              </Text>
              <Text as="span" isStrong isNumeric>
                {formatText(text.openNow, { sum: showSum(open) })}
              </Text>
            </Stack>
          )}
          {isOpen && payee === 'supplier' && (
            <Button kind="lamp" onClick={() => onPay(open, period)}>
              {text.pay}
            </Button>
          )}
        </div>
        <InvoiceFiles account={account} invoice={invoice} />
      </Stack>
      <InvoiceLines invoice={invoice} linkToPrice={linkToPrice} />
      <div className={styles.pair}>
        <Balance invoice={invoice} />
        <InvoicePayment invoice={invoice} />
      </div>
      {signing}
      <InvoicePoints
        account={account}
        invoice={invoice}
        filter={filter}
        onFilter={onFilter}
        linkToPrice={linkToPrice}
      />
    </Stack>
  );
}

function InvoiceFiles({ account, invoice: { period, payee } }: { account: string; invoice: Invoice }) {
  const one = { account, period, payee };
  const files = {
    invoice: () => downloadFile(invoicePdf, { ...one, document: 'invoice' }),
    act: () => downloadFile(invoicePdf, { ...one, document: 'act' }),
    xlsx: () => downloadFile(invoiceXlsx, one),
    zip: () => downloadFile(invoiceArchive, { account, period }),
  };
  return (
    <DownloadButtons
      label={text.files}
      labels={text.formats}
      busyLabel={text.filesBusy}
      download={(format) => files[format]()}
    />
  );
}

/** Balance of the month as a sum that adds up, and what is planned for the next. */
function Balance({ invoice }: { invoice: Invoice }) {
  const named = (names: { debt: string; advance: string }, wire: string): [string, string] =>
    wire.startsWith('-') ? [names.advance, showMoney(wire.slice(1))] : [names.debt, showMoney(wire)];
  const rows: readonly (readonly [string, string])[] = [
    named(text.opening, invoice.opening),
    [text.charged, showMoney(invoice.gross)],
    ...(isSomeMoney(invoice.otherChanges)
      ? [[text.otherChanges, showMoney(invoice.otherChanges)] as const]
      : []),
    [text.paid, showMoney(invoice.paid)],
    named(text.closing, invoice.closing),
  ];
  const [next] = invoice.planned;
  return (
    <section aria-labelledby="balance">
      <h3 id="balance">{text.balance}</h3>
      <dl className={styles.balance}>
        {rows.map(([name, sum]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{sum}</dd>
          </div>
        ))}
      </dl>
      {next && (
        <>
          <h4>{formatText(text.planned, { month: showPeriod(next.period) })}</h4>
          <dl className={styles.planned}>
            {invoice.planned.map(({ part, dueOn, sum }) => (
              <div key={part}>
                <dt>{formatText(text.plannedPart, { date: showDate(dueOn) })}</dt>
                <dd>{showMoney(sum)}</dd>
              </div>
            ))}
          </dl>
          <Text size="s" tone="quiet">
            {plannedBasisText(invoice.plannedVolume, showPeriod(invoice.period))}
          </Text>
        </>
      )}
    </section>
  );
}
