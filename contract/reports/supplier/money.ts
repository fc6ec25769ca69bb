import { defineReport } from '../define-report.ts';

/** Days since the last day of payment. */
export const debtAges = {
  '1-30': 'До 30 днів',
  '31-60': '31–60 днів',
  '61-90': '61–90 днів',
  '91-365': '91–365 днів',
  '366-': 'Понад рік',
} as const;

const overTime = { filter: 'by', choices: ['', 'day'] } as const;
const ofLedger = { filter: 'by', choices: ['', 'day', 'provider'] } as const;
const byAge = { filter: 'by', choices: ['age'] } as const;

/** What the ledger of all accounts came to: energy, acts and reactive energy together; overdue is energy alone. */
export const money = defineReport({
  name: 'money',
  title: 'Гроші: нараховано, сплачено, в дорозі, прострочено',
  about:
    'Суми бухгалтерської книги всіх рахунків за місяцями, днями або способами оплати, і прострочений борг за енергію за віком. Без днів — від початку року.',
  roles: ['analyst', 'billing'],
  period: 'year',
  filters: {
    by: {
      kind: 'choice',
      label: 'Рядки',
      any: 'За розрахунковими місяцями',
      choices: { day: 'За днями', provider: 'За способами оплати', age: 'Прострочене за віком, на зараз' },
    },
  },
  columns: {
    month: { kind: 'month', title: 'Місяць', shownBy: { filter: 'by', choices: [''] } },
    day: { kind: 'date', title: 'День', shownBy: { filter: 'by', choices: ['day'] } },
    provider: { kind: 'text', title: 'Спосіб оплати', shownBy: { filter: 'by', choices: ['provider'] } },
    age: { kind: 'text', title: 'Вік боргу', shownBy: byAge },
    billed: { kind: 'money', title: 'Нараховано', total: 'sum', shownBy: overTime },
    changed: { kind: 'money', title: 'Пільги, виправлення, перенесене', total: 'sum', shownBy: overTime },
    paid: { kind: 'money', title: 'Сплачено', total: 'sum', shownBy: ofLedger },
    onTheWay: { kind: 'money', title: 'У дорозі на кінець', total: 'last', shownBy: ofLedger },
    balance: { kind: 'money', title: 'Сальдо на кінець (борг +)', total: 'last', shownBy: overTime },
    overdue: { kind: 'money', title: 'Прострочено', total: 'sum', shownBy: byAge },
    accounts: { kind: 'number', title: 'Рахунків із боргом', shownBy: byAge },
  },
  sort: { column: 'month', descending: true },
});
