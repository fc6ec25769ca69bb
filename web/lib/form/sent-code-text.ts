/** Words of a code that was sent before. */
export const text = {
  codeActive: '{where} {next}.',
  nextIn: 'Новий можна отримати за {seconds} с',
  nextInMinutes: 'Новий можна отримати за {minutes} хв',
  nextNow: 'Уже можна отримати новий',
} as const;
