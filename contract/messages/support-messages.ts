/** Documents, signatures, support. Texts: spec/messages.md. */
export const supportMessages = {
  'documents.unpaidViolationActs': 'У вас є неоплачені акти про порушення на суму {sum} грн.',
  'documents.noViolationActs': 'Актів про порушення немає.',
  'documents.violationActs': 'За вашим рахунком складено актів про порушення: {count}.',
  'documents.requestAccepted': 'Запит прийнято. Документ буде готовий {date}.',
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
  'promo.dayNight': 'Двозонний лічильник «День-Ніч»: з 23:00 до 07:00 електроенергія коштує на 50 % дешевше.',
} as const;
