/** Texts of the consumption placeholder; a separate file because it loads before the chart. */
export const queuedText = {
  title: 'Споживання за 13 місяців',
  loading: 'Завантажуємо споживання…',
  failed: 'Не вдалося показати споживання',
} as const;
