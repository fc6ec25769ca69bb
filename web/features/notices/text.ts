/** Texts of the service line. */
export const text = {
  label: 'Службове повідомлення',
  pause: 'Зупинити рядок',
  play: 'Запустити рядок',
  whole: 'Показати повністю',
  less: 'Показати стисло',
  close: 'Закрити повідомлення',
} as const;
