import type { PointsReportData } from '#contract/values/reading-points.ts';

type Row = PointsReportData['rows'][number];

/** Texts of the report of readings. */
export const words = {
  title: (month: string) => `Звіт про показання за ${month}`,
  contract: (number: string, account: string) => `Договір № ${number}, особовий рахунок ${account}`,
  customer: 'Споживач',
  supplier: 'Постачальник',
  columns: [
    '№',
    'Об’єкт, адреса',
    'EIC-код точки, лічильник',
    'Зона',
    'Попереднє',
    'Поточне',
    'Різниця',
    'К',
    'кВт·год (квар·год)',
    'Втрати',
    'Субспоживачі',
    'Разом',
    'Дата',
    'Джерело, примітка',
  ],
  meter: (serial: string, type: string) => `№ ${serial}, ${type}`,
  total: 'Разом активної енергії',
  notRead: '—',
  sign: 'Посада, прізвище, підпис, дата',
  signLine: '____________________    «___» ____________ 20___ р.',
} as const;

export const kindNames = {
  single: 'A+',
  day: 'A+ день',
  night: 'A+ ніч',
  peak: 'A+ пік',
  halfPeak: 'A+ напівпік',
  export: 'A−',
  reactiveImport: 'R+',
  reactiveExport: 'R−',
} as const satisfies Record<Row['kind'], string>;

export const sourceNames = {
  customer: 'споживач',
  operator: 'оператор',
  remote: 'дистанційно',
  import: 'з архіву',
} as const satisfies Record<NonNullable<Row['source']>, string>;

export const noteNames = {
  groupA: 'група А',
  underReview: 'на перевірці',
} as const satisfies Record<NonNullable<Row['note']>, string>;
