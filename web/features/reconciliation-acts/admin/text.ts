/** Texts of disagreements for staff. */
export const text = {
  title: 'Розбіжності в актах звірки',
  loading: 'Завантажуємо розбіжності…',
  failed: 'Не вдалося показати розбіжності',
  oneFailed: 'Не вдалося показати цю розбіжність',
  none: 'Розбіжностей немає.',
  waiting: 'Чекають відповіді: {n}',
  waits: 'чекає відповіді',
  answered: 'відповіли',
  outcome: 'Що з актом',
  stays: 'Акт лишається',
  newAct: 'Скласти новий акт',
} as const;
