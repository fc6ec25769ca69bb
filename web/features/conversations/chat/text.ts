import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as conversation } from '#web/lib/list/conversation-text.ts';
import { text as documents } from '#web/lib/list/documents-text.ts';
import { text as support } from '#web/lib/list/support-text.ts';
import { text as button } from './button-text.ts';

const written = 'Напишіть: зареєструємо звернення з датою відповіді.';

/** Texts of the window of the chat, for persons. */
export const text = {
  title: button.title,
  close: 'Закрити чат',
  end: 'Завершити чат',
  ended: 'Чат завершено. Якщо напишете знову, почнеться новий.',
  rated: 'Дякуємо за оцінку.',
  loadingShort: cabinet.loading,
  failed: 'Не вдалося показати чат',
  offline: 'Немає мережі. Напишіть: надішлемо, щойно вона з’явиться.',
  stale: 'Сервер не відповідає, показуємо те, що вже було.',
  open: 'На зв’язку. Зазвичай відповідаємо за {n} {n|хвилину|хвилини|хвилин}.',
  openNow: 'На зв’язку до {time}. Зазвичай відповідаємо за {n} {n|хвилину|хвилини|хвилин}.',
  closedToday: `Зараз нікого немає, відповімо сьогодні з {time}. ${written}`,
  closedTomorrow: `Зараз нікого немає, відповімо завтра з {time}. ${written}`,
  closedUntil: `Зараз нікого немає, відповімо {date} з {time}. ${written}`,
  closed: `Зараз нікого немає. ${written}`,
  ticketDue: 'Звернення № {number}, відповідь до {date}.',
  ticketDone: 'Звернення № {number}, відповідь надано.',
  toTicket: 'До цього звернення',
  today: 'Сьогодні, {date}',
  yesterday: 'Учора, {date}',

  empty:
    'Напишіть, що сталося: відповість оператор, не робот. Про баланс, оплату й показання кабінет скаже одразу, кнопками нижче.',
  earlier: 'Попередні повідомлення',
  toEnd: 'До останніх',
  newBelow: 'Нових нижче: {n}',
  typing: 'Оператор пише…',
  you: conversation.you,
  operator: 'Оператор постачальника',
  operatorNamed: 'Оператор {name}',
  cabinet: 'Кабінет',
  onlyYou: 'Автоматична довідка, оператор її не бачить.',
  marks: { sent: documents.sent, delivered: 'доставлено', read: 'прочитано' },
  waits: 'чекає мережі',
  sending: 'надсилаємо…',
  refused: 'Не надіслано. {why}',
  again: 'Надіслати знову',
  remove: 'Видалити',

  placeholder: support.messages,
  addPhoto: 'Додати фото або файл',
  uploading: 'Завантажуємо файл…',
  fileOnly: 'Фото або файл',

  quick: 'Відповідь одразу',
  quickNames: {
    balance: 'Мій баланс',
    pay: 'Як оплатити',
    reading: cabinet.giveReading,
    document: 'Замовити документ',
  },
  quickWords: {
    pay: 'Оплатити можна на сторінці рахунків: карткою або з рахунка в банку за реквізитами чи QR-кодом.',
    reading: 'Показання передають на сторінці лічильника: там видно попереднє, різницю й вартість.',
    document: 'Акт звірки чи архів рахунків замовляють на сторінці документів. Він готовий за кілька хвилин.',
  },
  toBills: 'Відкрити рахунки',
  toPayment: 'Перейти до оплати',
  giveReading: cabinet.giveReading,
  toDocuments: 'До документів',
  balanceFailed: 'Баланс не завантажився',
  balanceUnknown: 'Баланс зараз неповний: сума може змінитися. Спробуйте за кілька хвилин.',
  debt: 'До сплати {sum}.',
  overpaid: 'Боргу немає, переплата {sum}.',
  noDebt: 'Боргу немає.',
  inTransit: 'Ще {sum} у дорозі.',
  inTransitUntil: 'Ще {sum} у дорозі, зарахуємо до {date}.',
} as const;
