/** Calculation, bills, payments. Texts: spec/messages.md. */
export const billingMessages = {
  'billing.alreadyCalculated': 'Розрахунок за поточний період уже виконано.',
  'billing.pendingVerification':
    'Розрахунок неможливий до завершення перевірки показань (до 5 робочих днів, {date}).',
  'billing.commercialMetering':
    "Ваш об'єкт обладнано АСКОЕ: нарахування буде виконано протягом 3 робочих днів ({date}).",
  'billing.missingActualReadings':
    'Немає фактичних показань. Після їх отримання перерахунок буде виконано протягом 5 днів.',
  'billing.specialConditionsGroup':
    'Споживач з особливими умовами: розрахунок буде виконано після отримання показань усієї групи (орієнтовно 5 робочих днів).',
  'billing.contractChanges':
    'Через зміни в договорі розрахунок зараз неможливий. Рахунок буде сформовано протягом 5 днів.',
  'billing.periodClosing': 'Триває закриття розрахункового періоду. Спробуйте пізніше.',
  'billing.invoiceByCallCentre': 'За цим рахунком зверніться до контактного центру: {phones}.',
  'billing.noCharges': 'За цей період нарахувань немає.',
  'billing.noComparison': 'Немає рахунку, з яким можна порівняти.',
  'ledger.nothingToCorrect': 'Коригування на нуль нічого не змінює: вкажіть суму.',
  'ledger.notReversible':
    'Цей запис не можна сторнувати: його вже сторновано, або це оплата чи вхідний залишок.',
  'payments.pending': 'Платіж в дорозі: кошти надійдуть до {date}. Як борг ця сума не рахується.',
  'payments.declined': 'Банк відхилив платіж. Гроші не списано.',
  'payments.providerOff': 'Оплата через {provider} зараз недоступна. Оберіть інший спосіб.',
  'payments.wrongAmount': 'Сума має бути від 1,00 до 100 000,00 грн.',
  'payments.outsideLimits': 'Сума має бути від {least} до {most} грн.',
  'payments.noReminderChannel':
    'Нагадування нікуди надіслати. Увімкніть SMS, e-mail або сповіщення на пристрої в налаштуваннях.',
  'payments.noReceipt': 'Квитанція буде, щойно банк підтвердить оплату.',
  'payments.notRefundable': 'Повернути цей платіж не можна: грошей за ним немає або їх уже повернуто.',
  'payments.refundByHand':
    'Повернення замовлено. {provider} не повертає гроші за запитом: поверніть їх у кабінеті {provider}.',
  'payments.refundRefused': '{provider} відмовив у поверненні: {reason}.',
  'payments.refundAsked': 'Повернення замовлено: {provider} підтвердить його найближчим часом.',
  'payments.refunded': 'Гроші повернено платнику.',
  'registers.wrongState': 'Зараз цього зробити не можна: стан реєстру або рядка вже інший. Оновіть сторінку.',
  'registers.tooLarge': 'Файл завеликий: найбільше {size} МБ. Розділіть його на кілька.',
  'registers.unknownAccount': 'Такого особового рахунку немає. Перевірте номер.',
  'registers.actNotOwed': 'За цим актом немає такого боргу. Перевірте номер акта і суму.',
  'registers.unknownOrder': 'Такого замовлення немає. Перевірте номер.',
  'registers.orderLanded': 'За цим замовленням гроші вже надійшли.',
  'registers.orderReturned': 'Гроші за цим замовленням уже повернуто платнику.',
  'registers.orderAmount': 'Сума замовлення інша, ніж у рядку реєстру.',
  'registers.notUndoable':
    'Скасувати не можна: цю оплату підтвердив платіжний сервіс або гроші вже пішли іншим шляхом.',
} as const;
