import { text as cabinet } from '#web/lib/cabinet-text.ts';

/** Texts of the consumption placeholder; a separate file because it loads before the chart. */
export const queuedText = {
  title: cabinet.consumption13Months,
  loading: 'Завантажуємо споживання…',
  failed: 'Не вдалося показати споживання',
} as const;
