/** Documents, signatures, support, reports. Texts: spec/messages.md. */
export const supportMessages = {
  'documents.unpaidViolationActs': 'У вас є неоплачені акти про порушення на суму {sum} грн.',
  'documents.noViolationActs': 'Актів про порушення немає.',
  'documents.violationActs': 'За вашим рахунком складено актів про порушення: {count}.',
  'documents.requestAccepted': 'Запит прийнято. Документ буде готовий {date}.',
  'documents.notReady': 'Документ ще готується. Зачекайте хвилину.',
  'documents.periodWrong': 'За цей період документ не скласти. Оберіть інші місяці.',
  'documents.monthTooEarly': 'Найраніший місяць — {first}.',
  'documents.monthTooLate': 'Останній закритий місяць — {last}.',
  'documents.monthsReversed': 'Останній місяць раніший за перший.',
  'documents.monthsTooMany': 'В одному документі не більше ніж {n} {n|місяць|місяці|місяців}.',
  'documents.tooManyBills':
    'В одному архіві не більше ніж {n} {n|рахунок|рахунки|рахунків}. Оберіть менше місяців або один об’єкт.',
  'signature.certificateExpired': 'Термін дії сертифіката підпису минув {date}.',
  'signature.certificateNotYetValid': 'Сертифікат підпису ще не набув чинності.',
  'signature.certificateRevoked': 'Сертифікат підпису скасовано.',
  'signature.certificateUnknownIssuer': 'Сертифікат видано невідомим надавачем довірчих послуг.',
  'signature.certificateStatusUnavailable': 'Не вдалося перевірити статус сертифіката. Спробуйте пізніше.',
  'signature.ownerMismatch': 'Підпис належить іншій особі: код у сертифікаті не збігається з вашими даними.',
  'signature.broken': 'Документ змінено після підписання або підпис пошкоджено.',
  'support.ticketCreated': 'Звернення № {number} зареєстровано. Відповідь надамо до {date}.',
  'support.ticketDone': 'Відповідь надано',
  'support.fileRefused': 'Цей файл не можна додати: дозволено {types}, до {size} МБ.',
  'reports.badPeriod': 'Оберіть від одного до {n} {n|дня|днів|днів}: початок не пізніше за кінець.',
  'reports.tooMuch':
    'Записів за цими умовами забагато, і звіт не встиг порахуватися. Оберіть коротший період або додайте умову.',
  'promo.dayNight': 'Двозонний лічильник «День-Ніч»: з 23:00 до 07:00 електроенергія коштує на 50 % дешевше.',
} as const;
