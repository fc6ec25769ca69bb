import type { NotificationChannel, NotificationKind } from '#contract/notifications.ts';
import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of the notification settings. */
export const text = {
  loading: cabinet.loading,
  cancel: cabinet.cancel,
  close: common.close,
  failed: 'Не вдалося показати налаштування сповіщень',
  offline: 'Немає мережі. Змінити налаштування можна буде, коли вона з’явиться.',

  choices: 'Про що і як сповіщати',
  choicesLead:
    'Кожен перемикач зберігається одразу. З 22:00 до 8:00 SMS і сповіщення на пристрої чекають ранку.',
  groups: { news: cabinet.news, reminders: 'Нагадування' },
  channels: { sms: 'SMS', mail: 'E-mail', push: 'Пристрій' } satisfies Record<NotificationChannel, string>,
  kinds: {
    billIssued: 'Новий рахунок',
    paymentConfirmed: cabinet.paymentAccepted,
    paymentFailed: cabinet.paymentFailed,
    paymentReturned: 'Оплату повернено',
    readingAccepted: cabinet.readingAccepted,
    readingUnderReview: cabinet.readingUnderReview,
    accessChanged: 'Зміна доступу до рахунку',
    windowOpens: 'Час передати показання',
    windowCloses: 'Останній день показань',
    dueSoon: 'Скоро останній день оплати',
  } satisfies Record<NotificationKind, string>,
  hints: {
    billIssued: 'Сума і дата, до якої сплатити',
    paymentConfirmed: 'Щойно банк підтвердив оплату',
    paymentFailed: 'Гроші не списано, спробуйте ще раз',
    paymentReturned: 'Її повернув банк або постачальник',
    readingAccepted: 'Після передачі показань',
    readingUnderReview: 'Показання здалися незвичними',
    accessChanged: 'Хтось додав ваш рахунок до кабінету або вийшов з нього',
    windowOpens: 'О 10:00 першого дня, якщо показань ще немає',
    windowCloses: 'О 9:00 останнього дня, якщо показань ще немає',
    dueSoon: 'За три дні, якщо є що сплачувати',
  } satisfies Record<NotificationKind, string>,
  billFiles: 'Надсилати рахунок у PDF разом із листом',
  billFilesFailed: 'Не вдалося зберегти, чи надсилати рахунок у PDF.',
  saveFailed: 'Не збережено: {kind}, {channel}.',

  places: 'Куди надходять сповіщення',
  noPhone: 'номер не вказано',
  noEmail: 'адресу не вказано',
  emailUnconfirmed: '{email}, не підтверджено: листи не надсилаємо',
  confirmEmail: cabinet.confirmEmail,
  addEmail: cabinet.addEmail,
  noDevices: 'жодного: увімкніть нижче',
  devices: '{count} {count|пристрій|пристрої|пристроїв}',

  device: 'Сповіщення на цьому пристрої',
  deviceLead: 'З’являються на екрані, навіть коли кабінет закрито.',
  deviceChecking: 'Перевіряємо цей пристрій…',
  deviceOn: 'Увімкнено',
  deviceOff: cabinet.off,
  turnOn: 'Увімкнути на цьому пристрої',
  turnOff: 'Вимкнути на цьому пристрої',
  turnedOn: 'Сповіщення на цьому пристрої ввімкнено.',
  turnedOff: 'Сповіщення на цьому пристрої вимкнено.',
  dismissed: 'Браузер запитав дозволу, але відповіді не було. Натисніть ще раз і виберіть «Дозволити».',
  denied: 'Сповіщення для цього сайту заборонено в браузері',
  deniedText:
    'Відкрийте налаштування сайту (значок ліворуч від адреси), дозвольте сповіщення й поверніться на цю сторінку.',
  unsupported: 'Цей браузер не показує сповіщень',
  unsupportedText: 'SMS і листи надходитимуть, як і раніше. Або відкрийте кабінет в іншому браузері.',
  install: 'На iPhone та iPad спершу додайте кабінет на екран «Додому»',
  installText:
    'Натисніть «Поділитися», потім «На початковий екран» і відкрийте кабінет звідти: тоді сповіщення можна ввімкнути.',
  browserFailed: 'Браузер не зміг увімкнути сповіщення. Перевірте мережу і спробуйте ще раз.',

  calendar: 'Календар показань і оплат',
  calendarLead:
    'Вікна показань і останні дні оплати всіх ваших об’єктів у Google, Apple чи Outlook. Календар оновлюється сам.',
  calendarFailed: 'Не вдалося показати посилання на календар',
  calendarMake: 'Створити посилання',
  calendarNone: 'Посилання ще немає.',
  calendarAddress: 'Адреса календаря',
  calendarSecret:
    'Посилання таємне: хто його має, той бачить ваші дати, суми й назви об’єктів. Створено {moment}.',
  calendarOpen: 'Відкрити в календарі',
  calendarCopy: 'Скопіювати посилання',
  copied: cabinet.copiedSentence,
  copyFailed: 'Не вдалося скопіювати. Виділіть адресу і скопіюйте її.',
  calendarHint: 'У Google Календарі: «Інші календарі» → «Додати за URL-адресою» → вставте посилання.',
  calendarRenew: 'Замінити посилання',
  calendarRenewTitle: 'Замінити посилання на календар?',
  calendarRenewText:
    'Старе посилання одразу перестане працювати: у всіх програмах, де воно є, календар доведеться додати знову.',
  calendarRenewed: 'Посилання замінено. Старе більше не працює.',
  calendarMade: 'Посилання створено.',
} as const;
