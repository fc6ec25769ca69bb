import { defineReport } from '../define-report.ts';
import { useColumns, useFilter } from './list-of-apis.ts';

/** Every declared function module, also one that nobody called, and those that were called and are not declared any more. */
export const listOfFms = defineReport({
  name: 'list_of_fms',
  title: 'Перелік функційних модулів',
  about:
    'Усі функційні модулі розрахункової системи: що роблять, які API їх викликають, скільки викликів, скільки невдалих і як швидко.',
  roles: ['analyst'],
  filters: {
    fm: { kind: 'text', label: 'Назва або опис містить', maxLength: 100 },
    use: useFilter,
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
    ...useColumns,
    callers: { kind: 'text', title: 'Хто викликає', isSortable: false },
  },
  sort: { column: 'calls', descending: true },
  chart: { title: 'Викликів за модулем, перші рядки таблиці', label: 'fm', value: 'calls', maxBars: 10 },
});
