import type { LegalKey } from '#contract/values/legal-keys.ts';
import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of the legal texts: their page, and what is new in them. */
export const text = {
  product: common.product,
  names: {
    privacy: cabinet.privacyText,
    terms: cabinet.termsText,
  } satisfies Record<LegalKey, string>,
  others: 'Інші тексти',
  loading: 'Відкриваємо текст…',
  failed: 'Не вдалося показати цей текст',
  presentSince: 'Діє з {from}',
  presentAlways: 'Чинна редакція',
  comingFrom: 'Почне діяти {from}',
  former: 'Діяла з {from} до {until}. Зараз діє інша редакція.',
  formerFirst: 'Діяла до {until}. Зараз діє інша редакція.',
  toPresent: 'Показати чинну редакцію',
  changes: 'Що змінилося',
  versions: 'Редакції за датами',
  since: 'З {from}',
  span: '{from} – {until}',
  always: 'Із самого початку',
  upTo: 'До {until}',
  isPresent: 'чинна',
  isComing: 'почне діяти',

  newTitle: 'Змінився текст: {title}',
  close: common.close,
  newLead: 'Нова редакція вже діє.',
  newConsentLead: 'Нова редакція вже діє. Щоб користуватися кабінетом за нею, потрібна ваша згода.',
  change: 'З {from}',
  read: 'Прочитати повний текст',
  understood: 'Прочитано',
  agree: 'Погоджуюся',
  later: 'Пізніше',
} as const;
