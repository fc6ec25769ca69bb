import { defineReport } from '../define-report.ts';

/** Choices of a type of users. */
export const userTypeChoices = {
  person: 'Побутові споживачі',
  entity: 'Компанії',
  admin: 'Працівники',
} as const;

/** Distinct users of each Kyiv day. Days don't add up: who came twice is counted in each. */
export const usersCountDays = defineReport({
  name: 'users_count_days',
  title: 'Користувачі за днями',
  about:
    'Скільки різних користувачів щось робили в кабінеті кожного дня за київським часом. Дні не додаються: хто приходив двічі, порахований у кожному.',
  roles: ['analyst'],
  period: 'months',
  filters: {},
  columns: {
    day: { kind: 'date', title: 'День' },
    weekday: { kind: 'text', title: 'День тижня', isSortable: false },
    person: { kind: 'number', title: 'Побутові споживачі' },
    entity: { kind: 'number', title: 'Компанії' },
    admin: { kind: 'number', title: 'Працівники' },
    all: { kind: 'number', title: 'Разом' },
    hours: { kind: 'number', title: 'Годин у дні' },
  },
  sort: { column: 'day', descending: true },
  charts: {
    days: {
      kind: 'lines',
      title: 'Різних користувачів за день',
      unit: 'number',
      series: userTypeChoices,
    },
  },
});
