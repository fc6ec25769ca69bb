/** Texts of the service line. */
export const text = {
  label: 'Службове повідомлення',
  pause: 'Зупинити рядок',
  play: 'Запустити рядок',
} as const;
