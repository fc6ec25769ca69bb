import { weekdayNames } from '#domain/time/weekday-names.template.ts';
import { defineReport } from '../define-report.ts';
import { userTypeChoices } from './users-count-days.ts';

/** Distinct users of each hour. Hours don't add up to days: who stayed for two hours is counted in both. */
export const usersCountHours = defineReport({
  name: 'users_count_hours',
  title: 'Користувачі за годинами',
  about:
    'Скільки різних користувачів щось робили в кабінеті кожної години за київським часом. Години не складаються в дні: хто був дві години, порахований в обох. У день переведення годинників їх 23 або 25.',
  roles: ['analyst'],
  filters: { user: { kind: 'choice', label: 'Хто', any: 'Усі', choices: userTypeChoices } },
  columns: {
    hour: { kind: 'instant', title: 'Година з' },
    weekday: { kind: 'text', title: 'День тижня', isSortable: false },
    person: { kind: 'number', title: 'Побутові споживачі' },
    entity: { kind: 'number', title: 'Компанії' },
    admin: { kind: 'number', title: 'Працівники' },
    all: { kind: 'number', title: 'Разом' },
  },
  sort: { column: 'hour', descending: true },
  charts: {
    week: {
      kind: 'heatMap',
      title: 'Різних користувачів за годину, у середньому за дні цього періоду',
      unit: 'number',
      rows: { title: 'День тижня', values: weekdayNames },
      columns: { title: 'Година' },
    },
  },
});
