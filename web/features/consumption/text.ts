import { queuedText } from './waiting-text.ts';

/** Texts of the consumption. */
export const text = {
  ...queuedText,
  unit: 'кВт·год',
  zones: { single: 'Уся доба', day: 'День', night: 'Ніч', peak: 'Пік', halfPeak: 'Напівпік' },
  lastYear: 'Торік',
  current: 'Поточний місяць',
  estimated: 'за середнім',
  unfinished: 'ще триває',
  lastYearWas: 'торік {kwh}',
  spoken: '{period}: {kwh}',
  table: 'Показати таблицею',
  tableCaption: 'Споживання за місяцями, кВт·год, і нарахована сума',
  month: 'Місяць',
  total: 'Разом',
  sum: 'Сума, грн',
  notKnown: '—',
  retry: 'Спробувати ще раз',
  empty: 'Споживання ще не пораховано. Перший стовпчик з’явиться після першого розрахунку.',
} as const;
