/** Documents, signatures, support, reports. Texts: spec/messages.md. */
export const supportMessages = {
  'documents.requestAccepted': 'Запит прийнято. Документ буде готовий {date}.',
  'documents.actClosed': 'Заперечити цей акт уже не можна: його підписано, прийнято або заперечення вже є.',
  'documents.objectionKept': 'Заперечення надіслано. Відповідь постачальника з’явиться поруч з актом.',
  'documents.alreadyAnswered': 'На це вже відповіли. Оновіть сторінку, щоб побачити відповідь.',
  'documents.nothingDiffers': 'Ваші дані збігаються з актом: розбіжностей немає. Такий акт можна підписати.',
  'documents.disagreementSent': 'Розбіжності надіслано. Відповідь постачальника з’явиться поруч з актом.',
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
  'signature.added': 'Підпис перевірено і додано.',
  'signature.algorithmUnsupported':
    'Підпис зроблено за алгоритмом, який ми не приймаємо (RSA або ECDSA). Підпишіть ключем за ДСТУ 4145.',
  'signature.alreadySigned': 'Від вашої компанії документ уже підписано: {name}. Другий підпис не потрібен.',
  'signature.fileTooLarge': 'Файл більший за {size} МБ. Додайте лише підпис документа.',
  'signature.noAuthorities': 'У файлі немає сертифікатів надавачів за ДСТУ 4145.',
  'signature.noPowers':
    '{name} не має повноважень підписувати за компанію на цю дату. Додайте підписувача в налаштуваннях компанії.',
  'signature.notForSigning': 'Цей сертифікат не призначено для підпису. Оберіть ключ підпису.',
  'signature.sealAlone':
    'Це печатка компанії без особи. Спершу документ підписує людина, печатку можна додати після неї.',
  'signature.severalSigners': 'У файлі кілька підписів. Додайте окремий файл на кожен підпис.',
  'signature.signerTwice': 'Цей підписувач уже є у списку.',
  'signature.timeServerOff': 'Сервер часу вимкнено: підпис буде без позначки часу.',
  'signature.timeServerSilent': 'Сервер часу не відповів: підпис буде без позначки часу.',
  'signature.wrongFile': 'Це не файл підпису. Потрібен .p7s або .asice.',
  'support.ticketCreated': 'Звернення № {number} зареєстровано. Відповідь надамо до {date}.',
  'support.ticketDone': 'Відповідь надано',
  'support.fileRefused': 'Цей файл не можна додати: дозволено {types}, до {size} МБ.',
  'support.fileInfected': 'Файл не пройшов перевірку на віруси, його не додано.',
  'support.fileChecking': 'Файл ще перевіряється на віруси. Спробуйте через хвилину.',
  'support.tooManyFiles': 'До повідомлення можна додати не більше ніж {n} {n|файл|файли|файлів}.',
  'support.notPossible':
    'Із цим зверненням так зробити вже не можна. Оновіть сторінку, щоб побачити його стан.',
  'support.answeredMeanwhile':
    'У зверненні з’явилося нове повідомлення. Прочитайте його і надішліть відповідь ще раз.',
  'reports.badPeriod': 'Оберіть від одного до {n} {n|дня|днів|днів}: початок не пізніше за кінець.',
  'reports.tooMuch':
    'Записів за цими умовами забагато, і звіт не встиг порахуватися. Оберіть коротший період або додайте умову.',
} as const;
