import { estimateWords } from '#domain/charges/basis-words.template.ts';
import { addDays, localDate } from '#domain/time/local-date.ts';
import type { Table } from '#platform/tables/table.ts';
import { zoneTitles } from '../readings/public.ts';
import type { UsageBill, UsageInterval } from './green-button/register-series.ts';

/** What every register counted, month by month; the last day is in it. */
export function consumptionTable(intervals: readonly UsageInterval[]): Table {
  return {
    title: 'Споживання',
    columns: [
      { title: 'Місяць', kind: 'month' },
      { title: 'З', kind: 'date' },
      { title: 'По', kind: 'date' },
      { title: 'Лічильник №', kind: 'text', width: 16 },
      { title: 'Зона', kind: 'text', width: 10 },
      { title: 'Показання на початок', kind: 'integer', width: 20 },
      { title: 'Показання на кінець', kind: 'integer', width: 20 },
      { title: 'Спожито, кВт·год', kind: 'integer', width: 18 },
      { title: 'Нараховано, грн', kind: 'money', width: 16 },
      { title: 'Як визначено', kind: 'text', width: 26 },
    ],
    rows: intervals.map((interval) => [
      interval.period,
      interval.from,
      addDays(localDate(interval.to), -1),
      interval.meterSerial,
      zoneTitles[interval.zone],
      interval.openingValue,
      interval.closingValue,
      interval.energyWh / 1000,
      interval.cost,
      estimateWords(interval) || 'за показанням',
    ]),
  };
}

/** The bills in figures: у кінці = на початку + нараховано + перерахунок − сплачено. */
export function billsTable(bills: readonly UsageBill[]): Table {
  return {
    title: 'Рахунки',
    columns: [
      { title: 'Місяць', kind: 'month' },
      { title: 'Рахунок №', kind: 'text', width: 20 },
      { title: 'Виставлено', kind: 'date' },
      { title: 'Сплатити до', kind: 'date' },
      { title: 'Спожито, кВт·год', kind: 'integer', width: 18 },
      { title: 'Борг на початок, грн', kind: 'money', width: 20 },
      { title: 'Нараховано, грн', kind: 'money', width: 16 },
      { title: 'Перерахунок, грн', kind: 'money', width: 16 },
      { title: 'Сплачено, грн', kind: 'money', width: 16 },
      { title: 'Борг на кінець, грн', kind: 'money', width: 20 },
      { title: 'Розрахунково', kind: 'text', width: 14 },
    ],
    rows: bills.map((bill) => [
      bill.period,
      bill.number,
      bill.issuedOn,
      bill.dueOn,
      bill.energyWh / 1000,
      bill.opening,
      bill.charged,
      bill.recalculated,
      bill.paid,
      bill.closing,
      bill.isEstimated ? 'так' : '',
    ]),
  };
}
