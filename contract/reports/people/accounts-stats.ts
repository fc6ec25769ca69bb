import { defineReport } from '../define-report.ts';

/** Customers by type, as the report names them. */
export const customerTypes = { person: 'Побутові', entity: 'Компанії' } as const;

/** Accounts of the supplier and their cabinets by type: how many there are, come, are used, and have given a reading. */
export const accountsStats = defineReport({
  name: 'accounts_stats',
  title: 'Рахунки й реєстрації',
  about:
    'Скільки рахунків має договір, скільки кабінетів зареєстровано (кабінет компанії — один, скільки б людей мали до нього доступ), скільки людей користувалися ними в ці дні і з якого каналу прийшли показання на 1 число. Рахунок додається до показань того дня, коли прийшло показання місяця, тож дні вікна складаються; активні користувачі — ні. Активні рахунки видно за весь період.',
  roles: ['analyst'],
  period: 'months',
  filters: {
    user: { kind: 'choice', label: 'Хто', any: 'Усі', choices: customerTypes },
    by: { kind: 'choice', label: 'Рядки', any: 'За днями', choices: { period: 'За весь період' } },
  },
  columns: {
    day: { kind: 'date', title: 'День', shownBy: { filter: 'by', choices: [''] } },
    type: { kind: 'text', title: 'Хто' },
    accounts: { kind: 'number', title: 'Рахунків з договором' },
    opened: { kind: 'number', title: 'Укладено', total: 'sum' },
    ended: { kind: 'number', title: 'Закінчилося', total: 'sum' },
    cabinets: { kind: 'number', title: 'Кабінетів' },
    registrations: { kind: 'number', title: 'Реєстрацій', total: 'sum' },
    users: { kind: 'number', title: 'Активних користувачів' },
    activeAccounts: {
      kind: 'number',
      title: 'Активних рахунків',
      shownBy: { filter: 'by', choices: ['period'] },
    },
    given: { kind: 'number', title: 'Рахунків з показанням', total: 'sum' },
    customer: { kind: 'number', title: 'З кабінету', total: 'sum' },
    operator: { kind: 'number', title: 'Від оператора', total: 'sum' },
    remote: { kind: 'number', title: 'Дистанційно', total: 'sum' },
    import: { kind: 'number', title: 'Файлом', total: 'sum' },
  },
  sort: { column: 'day', descending: true },
  charts: {
    given: {
      kind: 'lines',
      title: 'Рахунків, чиє показання місяця прийшло цього дня',
      unit: 'number',
      series: {
        customer: 'З кабінету',
        operator: 'Від оператора',
        remote: 'Дистанційно',
        import: 'Файлом',
      },
    },
    registrations: {
      kind: 'lines',
      title: 'Реєстрацій за день',
      unit: 'number',
      series: customerTypes,
    },
  },
});
