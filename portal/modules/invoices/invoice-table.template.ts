import type { InvoiceData } from '#contract/values/invoice.ts';
import { pointEstimate } from '#domain/charges/basis-words.template.ts';
import { lineName } from '#domain/invoices/component-names.template.ts';
import type { Table } from '#platform/tables/table.ts';

const bases = { net: 'без ПДВ', gross: 'з ПДВ' } as const;

const basisOf = (point: InvoiceData['quantities'][number]) => pointEstimate(point) || 'за показаннями';

/** The lines for accounting programs: one row of titles, then one row a line, each whole by itself; no total. */
export function invoiceLinesTable(invoice: InvoiceData): Table {
  const points = new Map(invoice.quantities.map((point) => [point.eic, point]));
  const unit = invoice.payee === 'supplier' ? 'кВт·год' : 'квар·год';
  return {
    title: 'Рядки рахунка',
    columns: [
      { title: 'Рахунок №', kind: 'text', width: 20 },
      { title: 'Дата рахунка', kind: 'date' },
      { title: 'Акт №', kind: 'text', width: 20 },
      { title: 'Договір №', kind: 'text', width: 20 },
      { title: 'Отримувач', kind: 'text', width: 28 },
      { title: 'ЄДРПОУ отримувача', kind: 'text', width: 18 },
      { title: 'Місяць', kind: 'month' },
      { title: 'Рядок', kind: 'integer', width: 8 },
      { title: 'EIC точки', kind: 'text', width: 20 },
      { title: 'Об’єкт', kind: 'text', width: 28 },
      { title: 'Адреса', kind: 'text', width: 32 },
      { title: 'Центр витрат', kind: 'text', width: 16 },
      { title: 'За що', kind: 'text', width: 38 },
      { title: 'За місяць', kind: 'month' },
      { title: 'Кількість', kind: 'integer' },
      { title: 'Одиниця', kind: 'text', width: 10 },
      { title: 'Ціна, грн', kind: 'price' },
      { title: 'Ціна діє з', kind: 'date' },
      { title: 'Джерело ціни', kind: 'text', width: 36 },
      { title: 'Сума, грн', kind: 'money' },
      { title: 'Ціна і сума', kind: 'text', width: 12 },
      { title: 'Ставка ПДВ, %', kind: 'integer' },
      { title: 'D, кВт·год/квар·год', kind: 'price', width: 20 },
      { title: 'Обсяг визначено', kind: 'text', width: 40 },
    ],
    rows: invoice.lines.map((line) => {
      const point = points.get(line.eic);
      return [
        invoice.number,
        invoice.issuedOn,
        invoice.actNumber,
        invoice.contractNumber,
        invoice.seller.name,
        invoice.seller.edrpou,
        invoice.period,
        line.number,
        line.eic,
        point?.object ?? '',
        point?.address ?? '',
        point?.costCentre ?? '',
        lineName(line.kind, line.component, point?.voltageClass ?? null),
        line.forPeriod,
        line.quantity,
        unit,
        line.price,
        line.priceFrom,
        line.source,
        line.sum,
        bases[invoice.priceBase],
        20,
        line.equivalent,
        line.kind === 'energy' && point ? basisOf(point) : '',
      ];
    }),
  };
}

/** What the month counted at each point. */
export function invoicePointsTable({ quantities, number, period }: InvoiceData): Table {
  return {
    title: 'Обсяги за точками',
    columns: [
      { title: 'Рахунок №', kind: 'text', width: 20 },
      { title: 'Місяць', kind: 'month' },
      { title: 'EIC точки', kind: 'text', width: 20 },
      { title: 'Об’єкт', kind: 'text', width: 28 },
      { title: 'Адреса', kind: 'text', width: 32 },
      { title: 'Центр витрат', kind: 'text', width: 16 },
      { title: 'Клас напруги', kind: 'integer' },
      { title: 'За лічильниками, кВт·год', kind: 'integer', width: 20 },
      { title: 'Втрати, кВт·год', kind: 'integer', width: 16 },
      { title: 'Втрати субспоживачів, кВт·год', kind: 'integer', width: 24 },
      { title: 'Субспоживачі, кВт·год', kind: 'integer', width: 20 },
      { title: 'До сплати, кВт·год', kind: 'integer', width: 18 },
      { title: 'Реактивна спожита, квар·год', kind: 'integer', width: 22 },
      { title: 'Реактивна віддана, квар·год', kind: 'integer', width: 22 },
      { title: 'Обсяг визначено', kind: 'text', width: 40 },
    ],
    rows: quantities.map((point) => [
      number,
      period,
      point.eic,
      point.object,
      point.address,
      point.costCentre,
      point.voltageClass,
      point.meteredKwh,
      point.lossKwh,
      point.subLossKwh,
      point.subKwh,
      point.billedKwh,
      point.reactiveImportKvarh,
      point.reactiveExportKvarh,
      basisOf(point),
    ]),
  };
}
