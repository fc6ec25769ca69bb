import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as documents } from '#web/lib/list/documents-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of seeing a cabinet as its customer. */
export const text = {
  start: 'Дивитися як клієнт',
  title: 'Кабінет очима клієнта',
  lead: 'Кабінет відкриється в новій вкладці на 30 хвилин. Змінити в ньому нічого не можна. Клієнт побачить, хто дивився, коли й чому.',
  reason: documents.reason,
  reasonHint: 'Її прочитає клієнт.',
  wanted: 'Напишіть причину',
  open: 'Відкрити кабінет',
  opening: 'Відкриваємо кабінет…',
  cancel: cabinet.cancel,
  close: common.close,
  blocked: 'Браузер не дав відкрити вкладку. Дозвольте спливні вікна для цього сайту й спробуйте ще раз.',
  summary: 'Виправте, щоб продовжити',

  banner: 'Перегляд кабінету клієнта',
  viewed: 'Кабінет клієнта: {name}',
  readOnly: 'Лише перегляд: кнопки, що змінюють, вимкнено.',
  disabled: 'Вимкнено: ви лише переглядаєте кабінет клієнта.',
  facts: 'Дивиться {viewer}. Причина: {reason}',
  minutesLeft: 'Ще {n} хв',
  lastMinute: 'Менше хвилини',
  end: 'Завершити перегляд',
  over: 'Перегляд завершено',
  overLead:
    'Час вийшов, або ваш сеанс завершено. Щоб подивитися ще раз, почніть новий перегляд із картки клієнта.',
  back: 'До свого кабінету',
} as const;
