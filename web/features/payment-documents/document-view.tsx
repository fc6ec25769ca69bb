import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { invoiceArchive, invoicePdf } from '#contract/invoices.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { type PaymentDocument, taxInvoiceFile } from '#contract/payment-documents.ts';
import { downloadFile } from '#web/lib/api.ts';
import { isSomeMoney, showDate, showKwh, showMoney, showPeriod, showSum } from '#web/lib/format.ts';
import { DownloadButtons } from '#web/lib/list/download-buttons.tsx';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { ActPart } from './act-part.tsx';
import { documentsQuery } from './document-list.tsx';
import { nameOf, stateOf } from './document-types.ts';
import styles from './document-view.module.css';
import { text } from './text.ts';

interface DocumentViewProps {
  account: string;
  /** Its key in the address. */
  documentKey: string;
  /** Back to the list, on a phone. */
  linkToList: ReactNode;
  /** Link to the page of an invoice. */
  linkToInvoice: (document: PaymentDocument, words: string) => ReactNode;
  /** Who has signed an act, and the button that signs it; null: nobody signs it here. */
  signing: (document: PaymentDocument) => ReactNode;
}

/** One document beside the list: its figures, files and what can be done with it. */
export function DocumentView({ account, documentKey, linkToList, ...links }: DocumentViewProps) {
  const query = useQuery(documentsQuery(account, {}));
  return (
    <Stack gap="3">
      <div className={styles.back}>{linkToList}</div>
      <QueryPart query={query} skeleton={<RowsSkeleton label={text.loading} rows={6} />} failed={text.failed}>
        {({ documents }) => {
          const document = documents.find(({ key }) => key === documentKey);
          if (document === undefined)
            return (
              <Notice kind="info" title={text.gone}>
                {text.goneNext}
              </Notice>
            );
          return <LoadedDocument key={documentKey} account={account} document={document} {...links} />;
        }}
      </QueryPart>
    </Stack>
  );
}

type LoadedDocumentProps = Omit<DocumentViewProps, 'documentKey' | 'linkToList'> & {
  document: PaymentDocument;
};

function LoadedDocument({ account, document, linkToInvoice, signing }: LoadedDocumentProps) {
  const { words, tone } = stateOf(document);
  return (
    <Stack as="article" gap="3" aria-labelledby="document">
      <Stack gap="15">
        <Row gap="2" align="center">
          <h2 id="document" className={styles.title}>
            {nameOf(document)}, {showPeriod(document.period)}
          </h2>
          <StateMark tone={tone}>{words}</StateMark>
        </Row>
        <Text tone="quiet" size="s">
          {formatText(text.number, { number: document.number, date: showDate(document.issuedOn) })}
        </Text>
        <div className={styles.sums}>
          <p>
            <span className={styles.label}>{text.gross}</span>
            <MoneyFigure sum={showMoney(document.gross)} unit={text.unit} size="l" />
          </p>
          <p>
            <span className={styles.label}>{text.net}</span> {showMoney(document.net)}
          </p>
          <p>
            <span className={styles.label}>{text.vat}</span> {showMoney(document.vat)}
          </p>
        </div>
        <Facts document={document} />
        <DocumentFiles account={account} document={document} />
        {document.kind !== 'taxInvoice' && <p>{linkToInvoice(document, text.toInvoice)}</p>}
      </Stack>
      {document.act && (
        <ActPart account={account} document={document} act={document.act} signing={signing(document)} />
      )}
      {document.taxInvoice && document.taxInvoice.registration !== 'registered' && (
        <Notice kind={document.taxInvoice.registration === 'stopped' ? 'warn' : 'info'}>
          {text.registrationNext[document.taxInvoice.registration]}
        </Notice>
      )}
    </Stack>
  );
}

function Facts({ document: { payeeName, invoice, taxInvoice } }: { document: PaymentDocument }) {
  const facts: (readonly [string, string])[] = [[text.payee, payeeName]];
  if (invoice) {
    facts.push([text.dueOn, showDate(invoice.dueOn)]);
    if (isSomeMoney(invoice.open)) facts.push([text.open, showSum(invoice.open)]);
  }
  if (taxInvoice) {
    const { adjusts, reason, quantityKwh, registrationNumber: number, registeredOn } = taxInvoice;
    if (adjusts)
      facts.push([
        text.adjusts,
        formatText(text.number, { number: adjusts.number, date: showDate(adjusts.issuedOn) }),
      ]);
    if (reason !== '') facts.push([text.adjustmentReason, reason]);
    facts.push([text.quantity, quantityKwh < 0 ? `\u2212${showKwh(-quantityKwh)}` : showKwh(quantityKwh)]);
    if (number !== null && registeredOn !== null)
      facts.push([text.registration, formatText(text.registered, { number, date: showDate(registeredOn) })]);
  }
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function DocumentFiles({ account, document }: { account: string; document: PaymentDocument }) {
  const { period, payee, kind, number, issuedOn } = document;
  const archive = () => downloadFile(invoiceArchive, { account, period });
  if (kind === 'taxInvoice') {
    const { zip: _, ...labels } = text.formats;
    return (
      <DownloadButtons
        label={text.documents}
        labels={labels}
        busyLabel={text.filesBusy}
        download={(format) => downloadFile(taxInvoiceFile, { account, number, issuedOn, format })}
      />
    );
  }
  const { xml: _, ...labels } = text.formats;
  const files = {
    pdf: () => downloadFile(invoicePdf, { account, period, payee, document: kind }),
    zip: archive,
  };
  return (
    <DownloadButtons
      label={text.documents}
      labels={labels}
      busyLabel={text.filesBusy}
      download={(format) => files[format]()}
    />
  );
}
