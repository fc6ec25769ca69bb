import { defineReport } from '../define-report.ts';

/** Ways by which readings come, and what the rows by accounts are. */
export const readingChannels = {
  person: 'Кабінет побутового споживача',
  entity: 'Кабінет компанії: таблиця, файл, програма',
  operator: 'Оператор',
  remote: 'Дистанційне зчитування',
  import: 'Файл постачальника',
  personAccounts: 'Рахунки побутових споживачів',
  entityAccounts: 'Рахунки компаній',
  personPoints: 'Точки обліку побутових споживачів',
  entityPoints: 'Точки обліку компаній',
} as const;

const byAccounts = { filter: 'by', choices: ['accounts'] } as const;

/**
 * Readings of the window by channel and hour against the window of the month before, hour by hour of the Kyiv clock from the 1st
 * on; or the accounts and points that gave one. Registers of a meter that were read together are one reading.
 */
export const readingsInWindow = defineReport({
  name: 'readings_in_window',
  title: 'Показання за вікно подання',
  about:
    'Скільки показань надійшло за вікно подання за каналами й годинами проти вікна попереднього місяця до тієї самої години. Виправлення теж рахуються. Без місяця — останнє вікно.',
  roles: ['analyst'],
  period: 'now',
  filters: {
    period: { kind: 'month', label: 'Місяць, за який показання' },
    by: {
      kind: 'choice',
      label: 'Рядки',
      any: 'За годинами й каналами',
      choices: {
        day: 'За днями й каналами',
        channel: 'За каналами',
        accounts: 'Рахунки й точки, що дали показання',
      },
    },
    customer: {
      kind: 'choice',
      label: 'Споживачі',
      any: 'Усі',
      choices: { person: 'Побутові', entity: 'Компанії' },
    },
  },
  columns: {
    channel: { kind: 'text', title: 'Канал', shownBy: { filter: 'by', choices: ['', 'day', 'channel'] } },
    of: { kind: 'text', title: 'Рахунки й точки', shownBy: byAccounts },
    at: { kind: 'instant', title: 'Година', shownBy: { filter: 'by', choices: [''] } },
    day: { kind: 'date', title: 'День', shownBy: { filter: 'by', choices: ['day'] } },
    readings: { kind: 'number', title: 'За це вікно', total: 'sum' },
    before: { kind: 'number', title: 'За минуле вікно', total: 'sum' },
    change: { kind: 'change', title: 'Зміна', total: { now: 'readings', before: 'before' } },
    whole: { kind: 'number', title: 'Усього з договором', shownBy: byAccounts },
    given: { kind: 'share', title: 'Частка з показаннями', shownBy: byAccounts },
  },
  sort: { column: 'at', descending: true },
  charts: {
    hours: {
      kind: 'lines',
      title: 'Показань від початку вікна до кінця кожної години',
      unit: 'number',
      series: { readings: 'Це вікно', before: 'Минуле вікно' },
    },
  },
});
