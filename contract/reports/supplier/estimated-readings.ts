import { defineReport } from '../define-report.ts';

/** What months were charged by, as their bills went out: later recalculations do not change it. */
export const estimatedReadings = defineReport({
  name: 'estimated_readings',
  title: 'Розрахункове й фактичне споживання',
  about:
    'За чим пораховано спожите: показання на кінець місяця, показання серед місяця, доведене до кінця, або розрахунок без показань. Як виставлено в рахунках, без пізніших перерахунків.',
  roles: ['analyst'],
  period: 'year',
  filters: {
    by: {
      kind: 'choice',
      label: 'Рядки',
      any: 'За місяцями',
      choices: {
        type: 'За місяцями й типами споживачів',
        region: 'За місяцями й областями',
        tariff: 'За місяцями й тарифами',
      },
    },
    customer: {
      kind: 'choice',
      label: 'Споживачі',
      any: 'Усі',
      choices: { person: 'Побутові', entity: 'Компанії' },
    },
    region: { kind: 'text', label: 'Область містить', maxLength: 100 },
    tariff: { kind: 'text', label: 'Тариф містить', maxLength: 100 },
  },
  columns: {
    period: { kind: 'month', title: 'Місяць' },
    type: { kind: 'text', title: 'Споживачі', shownBy: { filter: 'by', choices: ['type'] } },
    region: { kind: 'text', title: 'Область', shownBy: { filter: 'by', choices: ['region'] } },
    tariff: { kind: 'text', title: 'Тариф', shownBy: { filter: 'by', choices: ['tariff'] } },
    registers: { kind: 'number', title: 'Лічильних зон', total: 'sum' },
    actual: { kind: 'number', title: 'За показанням', total: 'sum' },
    brought: { kind: 'number', title: 'Доведено до кінця місяця', total: 'sum' },
    estimated: { kind: 'number', title: 'Без показань', total: 'sum' },
    estimatedShare: {
      kind: 'share',
      title: 'Частка без показань',
      total: { part: 'estimated', whole: 'registers' },
    },
    kwh: { kind: 'number', title: 'Спожито, кВт·год', total: 'sum' },
    estimatedKwh: { kind: 'number', title: 'З них без показань', total: 'sum' },
    energyShare: {
      kind: 'share',
      title: 'Частка спожитого без показань',
      total: { part: 'estimatedKwh', whole: 'kwh' },
    },
  },
  sort: { column: 'period', descending: true },
  chart: {
    title: 'Лічильних зон без показань, перші рядки таблиці',
    label: 'period',
    value: 'estimated',
    maxBars: 12,
  },
});
