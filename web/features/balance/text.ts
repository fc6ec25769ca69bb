/** Words about the balance. */
export const text = {
  toPay: 'До сплати',
  unit: 'грн',
  overpaid: 'Переплата',
  inTransit: 'В дорозі',
  inTransitUntil: 'надійде до {date}',
  acts: 'Борг за актами',
  expected: 'Прогноз після нарахування за місяць',
  loading: 'Завантажуємо баланс…',
  failed: 'Не вдалося показати баланс',
  incomplete: 'Баланс зараз неповний: дані ще оновлюються. Спробуйте трохи згодом.',
  retry: 'Спробувати ще раз',
  act: 'Акт № {number} від {date}:',
  actDue: 'Сплатити до {date}',
  payAct: 'Сплатити акт',
  unpaidActsHint: 'Акти не входять до суми «До сплати»: за них платять окремо.',
} as const;
