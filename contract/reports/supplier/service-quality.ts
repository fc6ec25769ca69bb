import { defineReport } from '../define-report.ts';

/**
 * How the supplier keeps the terms of its answers, by standard, in the form of the regulator: what is promised, how many requests'
 * terms ended in the period, how many were answered in them. The shares stand whatever the number, because the form asks for them.
 * Source: NEURC № 375, № 374.
 */
export const serviceQuality = defineReport({
  name: 'service_quality',
  title: 'Якість обслуговування за стандартами',
  about:
    'Звернення, строк яких закінчився в ці дні: скільки вирішено вчасно, скільки прострочено і скільки прострочених ще відкрито. Без днів — від початку року.',
  roles: ['analyst'],
  period: 'year',
  filters: {
    basis: {
      kind: 'choice',
      label: 'Стандарти',
      any: 'Усі',
      choices: { guaranteed: 'Гарантовані, з компенсацією', promised: 'Власні обіцянки' },
    },
  },
  columns: {
    code: { kind: 'text', title: 'Код', lang: 'en' },
    name: { kind: 'text', title: 'Стандарт' },
    term: { kind: 'text', title: 'Строк', isSortable: false },
    rule: { kind: 'text', title: 'Підстава' },
    level: { kind: 'share', title: 'Встановлений рівень' },
    requests: { kind: 'number', title: 'Звернень', total: 'sum' },
    inTime: { kind: 'number', title: 'Вчасно', total: 'sum' },
    share: { kind: 'share', title: 'Фактичний рівень', total: { part: 'inTime', whole: 'requests' } },
    breached: { kind: 'number', title: 'Прострочено', total: 'sum' },
    open: { kind: 'number', title: 'З них відкриті', total: 'sum' },
    households: { kind: 'number', title: 'Компенсацій: побутові', total: 'sum' },
    householdSum: { kind: 'money', title: 'Сума: побутові', total: 'sum' },
    small: { kind: 'number', title: 'Компенсацій: малі непобутові', total: 'sum' },
    smallSum: { kind: 'money', title: 'Сума: малі непобутові', total: 'sum' },
    others: { kind: 'number', title: 'Компенсацій: інші', total: 'sum' },
    otherSum: { kind: 'money', title: 'Сума: інші', total: 'sum' },
  },
  sort: { column: 'code', descending: false },
});
