import { text as documents } from '#web/lib/list/documents-text.ts';
/** Texts of objections for staff. */
export const adminText = {
  objections: 'Заперечення до актів',
  objectionsLoading: 'Завантажуємо заперечення…',
  objectionsFailed: 'Не вдалося показати заперечення',
  objectionsNone: 'Заперечень немає.',
  waiting: documents.waitingAnswers,
  act: 'Рахунок {account}, акт за {month}',
  operator: '(реактивна)',
  waits: documents.waitsAnswer,
  answered: documents.answered,
  answer: 'Відповісти',
} as const;
