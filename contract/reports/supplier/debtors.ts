import { defineReport } from '../define-report.ts';
import { debtAges } from './money.ts';

/** Accounts with an overdue energy debt: months whose bill's last day of payment is over, payments settling the oldest first. */
export const debtors = defineReport({
  name: 'debtors',
  title: 'Боржники за віком боргу',
  about:
    'Рахунки, які не сплатили за енергію до останнього дня оплати: сума за віком, найдавніший неоплачений місяць, остання оплата. Гроші в дорозі вже відраховано; акти про порушення тут не рахуються.',
  roles: ['analyst', 'billing'],
  period: 'now',
  filters: {
    age: { kind: 'choice', label: 'Вік найдавнішого боргу', any: 'Будь-який', choices: debtAges },
    sum: { kind: 'money', label: 'Борг від, грн' },
    customer: {
      kind: 'choice',
      label: 'Споживачі',
      any: 'Усі',
      choices: { person: 'Побутові', entity: 'Компанії' },
    },
    place: { kind: 'text', label: 'Область або населений пункт містить', maxLength: 100 },
  },
  columns: {
    account: { kind: 'text', title: 'Рахунок' },
    place: { kind: 'text', title: 'Населений пункт' },
    amount: { kind: 'money', title: 'Прострочено', total: 'sum' },
    days30: { kind: 'money', title: 'До 30 дн.', total: 'sum' },
    days60: { kind: 'money', title: '31–60 дн.', total: 'sum' },
    days90: { kind: 'money', title: '61–90 дн.', total: 'sum' },
    days365: { kind: 'money', title: '91–365 дн.', total: 'sum' },
    older: { kind: 'money', title: 'Понад рік', total: 'sum' },
    oldest: { kind: 'month', title: 'Борг із місяця' },
    lastPaidOn: { kind: 'date', title: 'Остання оплата', isSortable: false },
  },
  sort: { column: 'amount', descending: true },
  subject: { path: '/cabinet/admin/payments', parameter: 'q', roles: ['operator', 'billing'] },
});
