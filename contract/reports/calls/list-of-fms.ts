import { defineReport } from '../define-report.ts';

/** Every declared function module, also one that nobody called, and those that were called and are not declared any more. */
export const listOfFms = defineReport({
  name: 'list_of_fms',
  title: 'Перелік функційних модулів',
  about:
    'Усі функційні модулі розрахункової системи: що роблять, які API їх викликають, скільки викликів, скільки невдалих і як швидко.',
  roles: ['analyst'],
  filters: {
    fm: { kind: 'text', label: 'Назва або опис містить', maxLength: 100 },
    use: {
      kind: 'choice',
      label: 'Чи були виклики',
      any: 'Усі',
      choices: { called: 'Були', failed: 'Були невдалі', unused: 'Не було' },
    },
  },
  columns: {
    fm: { kind: 'text', title: 'Модуль', lang: 'en' },
    about: { kind: 'text', title: 'Що робить', lang: 'en', isSortable: false },
    calls: {
      kind: 'number',
      title: 'Викликів',
      total: 'sum',
      rows: { report: 'fm_responses', filters: { name: 'fm' } },
    },
    errors: { kind: 'number', title: 'Невдалих', total: 'sum' },
    errorShare: { kind: 'share', title: 'Частка невдалих', total: { part: 'errors', whole: 'calls' } },
    median: { kind: 'duration', title: 'Медіана' },
    p95: { kind: 'duration', title: 'p95' },
    lastCall: { kind: 'instant', title: 'Останній виклик' },
    callers: { kind: 'text', title: 'Хто викликає', isSortable: false },
  },
  sort: { column: 'calls', descending: true },
  chart: { title: 'Викликів за модулем, перші рядки таблиці', label: 'fm', value: 'calls', maxBars: 10 },
});
