import type { ModuleOutput } from '#billing/api/define-module.ts';
import type { FEED_IN_LIST } from '#billing/api/feed-in.ts';
import type { FeedInMonthData } from '#contract/values/feed-in.ts';
import type { Table } from '#platform/tables/table.ts';

/** The acts of a year as the page shows them, newest first. */
export function feedInTable(
  months: readonly FeedInMonthData[],
  totals: ModuleOutput<typeof FEED_IN_LIST>['totals'],
): Table {
  return {
    title: 'Зелений тариф',
    columns: [
      { title: 'Місяць', kind: 'month', width: 12 },
      { title: 'Акт', kind: 'text', width: 18 },
      { title: 'Дата акта', kind: 'date' },
      { title: 'Лічильник', kind: 'text', width: 14 },
      { title: 'Віддача на початок', kind: 'integer', width: 20 },
      { title: 'Віддача на кінець', kind: 'integer', width: 20 },
      { title: 'Вироблено, кВт·год', kind: 'integer', width: 20 },
      { title: 'Віддано в мережу, кВт·год', kind: 'integer', width: 26 },
      { title: 'Спожито з мережі, кВт·год', kind: 'integer', width: 26 },
      { title: 'Ціна без ПДВ, грн', kind: 'price', width: 18 },
      { title: 'Нараховано, грн', kind: 'money', width: 18 },
      { title: 'ПДФО, грн', kind: 'money' },
      { title: 'Військовий збір, грн', kind: 'money', width: 20 },
      { title: 'До виплати, грн', kind: 'money', width: 18 },
      { title: 'Виплачено', kind: 'date' },
    ],
    rows: months.map((month) => [
      month.period,
      month.actNumber,
      month.drawnOn,
      month.meterSerial,
      month.openingValue,
      month.closingValue,
      month.generatedKwh,
      month.exportedKwh,
      month.consumedKwh,
      month.price,
      month.amount,
      month.incomeTax,
      month.militaryLevy,
      month.paid,
      month.paidOn,
    ]),
    total: [
      'Разом',
      null,
      null,
      null,
      null,
      null,
      totals.generatedKwh,
      totals.exportedKwh,
      totals.consumedKwh,
      null,
      totals.amount,
      totals.incomeTax,
      totals.militaryLevy,
      totals.paid,
      null,
    ],
  };
}
