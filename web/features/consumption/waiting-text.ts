/** Words of the chart that come before the chart itself. */
export const waitingText = {
  title: 'Споживання за 13 місяців',
  loading: 'Завантажуємо споживання…',
  failed: 'Не вдалося показати споживання',
} as const;
