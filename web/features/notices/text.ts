/** Texts of the service line. */
export const text = {
  label: 'Службове повідомлення',
  pause: 'Зупинити рядок',
  play: 'Запустити рядок',
  whole: 'Показати повністю',
  less: 'Згорнути',
  close: 'Закрити повідомлення',
} as const;
