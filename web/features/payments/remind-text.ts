import type { NotificationChannel } from '#contract/notifications.ts';
import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as form } from '#web/lib/form/form-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of the payment reminder. */
export const text = {
  lead: 'Нагадаємо о 10:00, якщо на той день буде що сплачувати. Якщо сплатите раніше, не турбуватимемо.',
  loading: 'Дивимося, чи вже є нагадування…',
  failed: 'Не вдалося дізнатися про нагадування',
  days: 'День нагадування',
  tomorrow: 'Завтра, {date}',
  beforeDue: 'За день до строку, {date}',
  other: 'Інший день',
  date: 'Дата нагадування',
  dateHint: 'Від завтра до року наперед',
  dateWrong: 'Оберіть день від {from} до {to}.',
  /** Tomorrow's reminder, by its first channel. */
  tomorrowBy: {
    sms: 'Надіслати SMS на {to} завтра о 10:00',
    mail: 'Надіслати лист на {to} завтра о 10:00',
    push: 'Сповістити на пристрої завтра о 10:00',
  } satisfies Record<NotificationChannel, string>,
  remind: 'Нагадати {date}',
  remindNothing: cabinet.remind,
  saving: form.saving,
  notSaved: 'Нагадування не збережено',
  set: 'Нагадаємо {date} о 10:00',
  by: 'Куди надійде: {channels}.',
  channels: { sms: 'SMS', mail: 'e-mail', push: 'сповіщення на пристрої' } satisfies Record<
    NotificationChannel,
    string
  >,
  noChannels: 'Нагадування нікуди надіслати',
  noChannelsHint:
    'Увімкніть для «Скоро останній день оплати» SMS, підтверджений e-mail або сповіщення на пристрої.',
  settings: 'Налаштування сповіщень',
  remove: 'Скасувати нагадування',
  removed: 'Нагадування скасовано.',
  otherDay: 'Інший день',
  pay: 'Сплатити зараз',
  close: common.close,
  offline: 'Немає мережі. Поставити нагадування можна буде, коли вона з’явиться.',
} as const;
