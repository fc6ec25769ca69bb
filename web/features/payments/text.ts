/** Words of the payments. */
export const text = {
  title: 'Оплата',
  payEnergy: 'Оплата електроенергії',
  payAct: 'Оплата акта про порушення № {number}',
  actHint: 'Акт оплачується окремо від електроенергії.',
  sum: 'Сума, грн',
  sumHint: 'До сплати зараз {sum}. Можна змінити.',
  sumHintFree: 'Боргу немає. Можна сплатити наперед.',
  provider: 'Як сплатити',
  providers: {
    sandbox: { name: 'Тестовий банк', note: 'Навчальна оплата: справжні гроші не списуються' },
  },
  pay: 'Сплатити {sum}',
  payNothing: 'Сплатити',
  going: 'Відкриваємо сторінку банку…',
  retry: 'Спробувати ще раз',
  failed: 'Оплату не розпочато',
  cancel: 'Не зараз',
  close: 'Закрити',
  badAddress: 'Адреса сторінки банку неправильна.',

  loading: 'Дізнаємося, що з платежем…',
  loadFailed: 'Не вдалося дізнатися, що з платежем',
  titles: {
    started: 'Чекаємо на відповідь банку',
    sent: 'Чекаємо на відповідь банку',
    confirmed: 'Оплату прийнято',
    landed: 'Гроші надійшли',
    matched: 'Гроші зараховано',
    failed: 'Оплата не відбулася',
    expired: 'Час на оплату минув',
    reversed: 'Платіж скасовано',
    refunded: 'Гроші повернено',
  },
  explained: {
    started: 'Зазвичай це кілька секунд. Сторінка оновиться сама.',
    sent: 'Зазвичай це кілька секунд. Сторінка оновиться сама.',
    confirmed: 'Кошти в дорозі. Як борг ця сума не рахується.',
    landed: 'Кошти вже на рахунку постачальника.',
    matched: 'Суму враховано у вашому балансі.',
    failed: 'Банк відхилив платіж. Гроші не списано.',
    expired: 'Гроші не списано. Розпочніть оплату знову.',
    reversed: 'Банк скасував платіж. Сума знову рахується до сплати.',
    refunded: 'Суму повернено на вашу картку.',
  },
  stillWaiting: 'Банк ще не відповів. Якщо ви вже сплатили, нічого робити не потрібно: ми дізнаємося самі.',
  checkAgain: 'Перевірити ще раз',
  factAccount: 'Особовий рахунок',
  factPurpose: 'За що',
  purposes: { energy: 'Електроенергія', violationAct: 'Акт про порушення' },
  factProvider: 'Спосіб',
  factStarted: 'Розпочато',
  factConfirmed: 'Підтверджено',
  factExpected: 'Надійде до',
  factNumber: 'Номер платежу',
  print: 'Надрукувати квитанцію',
  unit: 'грн',
} as const;

/** A provider by its name in words; one that is not known here by its own. */
export function providerName(provider: string): string {
  return provider === 'sandbox' ? text.providers.sandbox.name : provider;
}
