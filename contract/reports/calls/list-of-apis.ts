import type { Call } from '../../define-call.ts';
import type { AdminRole } from '../../identity/admin-roles.ts';
import { defineReport } from '../define-report.ts';

const audiences: Readonly<Record<Call['audience'], string>> = {
  public: 'усі',
  signedIn: 'хто увійшов',
  customer: 'споживачі',
  person: 'побутові споживачі',
  entity: 'компанії',
  admin: 'працівники',
};

const roles: Readonly<Record<AdminRole, string>> = {
  owner: 'власник',
  operator: 'оператор',
  billing: 'розрахунки',
  content: 'редактор',
  analyst: 'аналітик',
};

/** Who may make a call, in words: 'працівники: оператор, розрахунки'. */
export function describeAudience(call: Pick<Call, 'audience' | 'roles'>): string {
  const may = call.roles?.map((role) => roles[role]).join(', ');
  return may ? `${audiences[call.audience]}: ${may}` : audiences[call.audience];
}

/** Filter by whether there were calls. */
export const useFilter = {
  kind: 'choice',
  label: 'Чи були виклики',
  any: 'Усі',
  choices: { called: 'Були', failed: 'Були невдалі', unused: 'Не було' },
} as const;

/** Columns of what calls of a name came to, between those of what it is. */
export const useColumns = {
  errorShare: { kind: 'share', title: 'Частка невдалих', total: { part: 'errors', whole: 'calls' } },
  median: { kind: 'duration', title: 'Медіана' },
  p95: { kind: 'duration', title: 'p95' },
  lastCall: { kind: 'instant', title: 'Останній виклик' },
} as const;

/** Every declared call, also one that nobody made. */
export const listOfApis = defineReport({
  name: 'list_of_apis',
  title: 'Перелік API',
  about: 'Усі виклики API: що роблять, хто може їх робити, скільки їх було, скільки невдалих і як швидко.',
  roles: ['analyst'],
  filters: {
    api: { kind: 'text', label: 'Шлях або опис містить', maxLength: 100 },
    audience: { kind: 'choice', label: 'Кому доступний', any: 'Будь-кому', choices: audiences },
    use: useFilter,
  },
  columns: {
    api: { kind: 'text', title: 'API', lang: 'en' },
    about: { kind: 'text', title: 'Що робить', lang: 'en', isSortable: false },
    calls: {
      kind: 'number',
      title: 'Викликів',
      total: 'sum',
      rows: { report: 'api_responses', filters: { name: 'api' } },
    },
    errors: {
      kind: 'number',
      title: 'Невдалих',
      total: 'sum',
      rows: { report: 'unsuccessful_api', filters: { api: 'api' } },
    },
    ...useColumns,
    may: { kind: 'text', title: 'Кому доступний' },
  },
  sort: { column: 'calls', descending: true },
  chart: { title: 'Викликів за API, перші рядки таблиці', label: 'api', value: 'calls', maxBars: 10 },
});
