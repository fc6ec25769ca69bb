/** Texts of objections for staff. */
export const adminText = {
  objections: 'Заперечення до актів',
  objectionsLoading: 'Завантажуємо заперечення…',
  objectionsFailed: 'Не вдалося показати заперечення',
  objectionsNone: 'Заперечень немає.',
  waiting: 'Чекають відповіді: {n}',
  act: 'Рахунок {account}, акт за {month}',
  operator: '(реактивна)',
  waits: 'чекає відповіді',
  answered: 'відповіли',
  answer: 'Відповісти',
} as const;
