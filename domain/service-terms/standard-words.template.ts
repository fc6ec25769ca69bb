import { tableOf } from '../table-of.ts';
import type { CalendarException } from './work-calendar.ts';

/** What each standard is about, by its code. */
export const standardNames: Readonly<Record<string, string>> = tableOf({
  BILL_CHECK: 'Перевірка рахунка, перерахунок',
  DATA: 'Дані про споживання, довідки',
  APPEAL: 'Відповідь на звернення, скаргу, претензію',
  APPEAL_SIMPLE: 'Відповідь на звернення, яке не треба вивчати',
  APPEAL_TECH: 'Звернення, для якого перевіряють лічильник',
  PUBLIC_INFO: 'Умови договору й тарифи',
  READING: 'Звернення про показання',
  READING_RESULT: 'Рішення про показання на перевірці',
  RECONNECT: 'Запит оператору мережі про відновлення постачання',
  QUALITY: 'Передача оператору мережі скарги на напругу чи перерви',
  PERSONAL: 'Звернення про персональні дані',
});

/** Acts and clauses that standards are based on, in words. */
export const basisNames: Readonly<Record<string, string>> = tableOf({
  'NEURC 375, 3.3': 'Постанова НКРЕКП № 375, п. 3.3',
  'NEURC 375, 4.3 (1)': 'Постанова НКРЕКП № 375, п. 4.3, пп. 1',
  'NEURC 375, 4.3 (2)': 'Постанова НКРЕКП № 375, п. 4.3, пп. 2',
  'NEURC 375, 4.3 (3)': 'Постанова НКРЕКП № 375, п. 4.3, пп. 3',
  'NEURC 375, 5.1': 'Постанова НКРЕКП № 375, п. 5.1',
  'Law 393/96, 20': 'Закон № 393/96-ВР, ст. 20',
  'Law 2297-VI': 'Закон № 2297-VI',
  supplier: 'Обіцянка постачальника',
});

/** Days of a term, short. */
export const termUnits = { working: 'роб. дн.', calendar: 'кал. дн.' } as const;

/** Days that are not as the week says. */
export const dayKindNames: Readonly<Record<CalendarException, string>> = {
  holiday: 'свято',
  dayOff: 'вихідний',
  workday: 'робочий',
};

/** What a version is of; standards by their code. */
export function termSubjectName(
  kind: 'calendar' | 'standard' | 'chat' | 'compensation',
  code: string,
): string {
  if (kind === 'standard') return standardNames[code] ?? code;
  return { calendar: 'Робочий календар', chat: 'Години чату', compensation: 'Строк виплати компенсацій' }[
    kind
  ];
}
