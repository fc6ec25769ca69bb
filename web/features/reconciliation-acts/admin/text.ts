import { text as documents } from '#web/lib/list/documents-text.ts';
/** Texts of disagreements for staff. */
export const text = {
  title: 'Розбіжності в актах звірки',
  loading: 'Завантажуємо розбіжності…',
  failed: 'Не вдалося показати розбіжності',
  oneFailed: 'Не вдалося показати цю розбіжність',
  none: 'Розбіжностей немає.',
  waiting: documents.waitingAnswers,
  waits: documents.waitsAnswer,
  answered: documents.answered,
  outcome: 'Що з актом',
  stays: 'Акт лишається',
  newAct: 'Скласти новий акт',
} as const;
