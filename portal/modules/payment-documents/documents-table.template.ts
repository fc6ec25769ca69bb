import type { PaymentDocument } from '#contract/payment-documents.ts';
import type { Table } from '#platform/tables/table.ts';

const kinds = {
  invoice: 'Рахунок',
  act: 'Акт приймання-передачі',
  taxInvoice: 'Податкова накладна',
} as const;

const states: Readonly<
  Record<PaymentDocument['kind'], Readonly<Partial<Record<PaymentDocument['state'], string>>>>
> = {
  invoice: {
    paid: 'сплачено',
    partlyPaid: 'сплачено частково',
    unpaid: 'не сплачено',
    overdue: 'прострочено',
  },
  act: {
    made: 'складено',
    sent: 'надіслано',
    signedBySupplier: 'підписав постачальник',
    signedByCustomer: 'підписали ви',
    signedByBoth: 'підписали обидві сторони',
    accepted: 'прийнято без заперечень',
    objected: 'є заперечення',
    answered: 'на заперечення відповіли',
  },
  taxInvoice: {
    unregistered: 'не надіслано на реєстрацію',
    sent: 'надіслано на реєстрацію',
    registered: 'зареєстровано',
    stopped: 'реєстрацію зупинено',
    rejected: 'у реєстрації відмовлено',
  },
};

/** Payment documents for accounting programs: one row of titles, then one row a document. */
export function documentsTable(documents: readonly PaymentDocument[]): Table {
  return {
    title: 'Платіжні документи',
    columns: [
      { title: 'Місяць', kind: 'month' },
      { title: 'Документ', kind: 'text', width: 28 },
      { title: 'Номер', kind: 'text', width: 24 },
      { title: 'Дата', kind: 'date' },
      { title: 'Отримувач', kind: 'text', width: 30 },
      { title: 'Без ПДВ, грн', kind: 'money' },
      { title: 'ПДВ, грн', kind: 'money' },
      { title: 'Усього, грн', kind: 'money' },
      { title: 'Стан', kind: 'text', width: 26 },
      { title: 'Строк оплати', kind: 'date' },
      { title: 'Лишилося сплатити, грн', kind: 'money' },
      { title: 'Номер реєстрації', kind: 'text', width: 22 },
      { title: 'Дата реєстрації', kind: 'date' },
      { title: 'До податкової накладної №', kind: 'text', width: 24 },
    ],
    rows: documents.map((one) => [
      one.period,
      one.taxInvoice?.kind === 'adjustment' ? 'Розрахунок коригування' : kinds[one.kind],
      one.number,
      one.issuedOn,
      one.payeeName,
      one.net,
      one.vat,
      one.gross,
      states[one.kind][one.state] ?? '',
      one.invoice?.dueOn ?? null,
      one.invoice?.open ?? null,
      one.taxInvoice?.registrationNumber ?? '',
      one.taxInvoice?.registeredOn ?? null,
      one.taxInvoice?.adjusts?.number ?? '',
    ]),
  };
}
