import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of the list of people with access to an object. */
export const text = {
  title: 'Хто має доступ',
  loading: 'Завантажуємо, хто має доступ…',
  failed: 'Не вдалося показати, хто має доступ',
  close: common.close,
  cancel: cabinet.cancel,
  offline: 'Немає мережі. Змінити доступ можна буде, коли вона з’явиться.',

  people: 'Мають цей рахунок у кабінеті',
  you: cabinet.youWord,
  holder: 'споживач за договором',
  unnamed: 'Без імені',
  since: 'з {moment}',
  onlyYou: 'Більше ніхто не має цього рахунку в кабінеті.',
  holderMay:
    'Припинити доступ інших і змінити код може той, чий номер телефону вказано в договорі. Це не ви? Зверніться до контактного центру.',

  end: 'Припинити доступ',
  endOf: 'Припинити доступ: {who}',
  endTitle: 'Припинити доступ?',
  endText: '{who} одразу перестане бачити цей рахунок на всіх пристроях. Ми повідомимо про це.',
  endCode: 'Код для додавання рахунку стане іншим: старий, з рахунку, більше не діятиме.',
  endUndo: 'Повернути доступ можна новим кодом.',
  ending: 'Припиняємо…',
  ended: 'Доступ припинено: {who}.',

  waiting: 'Просять доступ',
  asked: 'з {moment}, запит діє до {until}',
  allow: 'Дозволити',
  allowOf: 'Дозволити: {who}',
  refuse: 'Відмовити',
  refuseOf: 'Відмовити: {who}',
  allowed: 'Доступ надано: {who}.',
  refused: 'У доступі відмовлено: {who}.',

  code: 'Код, щоб додати рахунок у кабінет',
  codeFromBill: 'надрукований на рахунку за електроенергію',
  codeChanged: 'змінено {moment}; буде надрукований на наступному рахунку',
  codeHint: 'Хто знає код, може додати цей рахунок собі. Давайте його лише тим, кому довіряєте.',
  copy: cabinet.copy,
  copied: cabinet.copied,
  copyFailed: cabinet.didNotWork,
  renew: 'Змінити код',
  renewTitle: 'Змінити код?',
  renewText:
    'Старий код, надрукований на рахунку, одразу перестане діяти. Новий побачите тут, його надрукують на наступному рахунку. Хто вже має доступ, зберігає його.',
  renewing: 'Змінюємо…',
  renewed: 'Код змінено.',
} as const;
