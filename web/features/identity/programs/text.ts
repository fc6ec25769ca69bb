import type { TokenScope } from '#contract/identity/api-tokens.ts';
import { text as people } from '#web/features/identity/people/text.ts';
import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of the tokens by which programs act for a company. */
export const text = {
  programs: 'Програми з доступом',
  programsLead:
    'Бухгалтерська або облікова програма може сама читати баланси й рахунки та передавати показання. Вона діє за ключем, який ви створюєте тут, і має ваші права на обрані дії.',
  loading: cabinet.loading,
  failed: 'Не вдалося показати програми',
  empty: 'Жодна програма ще не має доступу.',
  make: 'Створити ключ',
  makeTitle: 'Новий ключ програми',
  making: 'Створюємо ключ…',
  problems: cabinet.pleaseCheck,
  cancel: cabinet.cancel,
  close: common.close,
  name: 'Назва програми',
  nameHint: 'Під цією назвою її дії стоятимуть у списку дій.',
  scopes: 'Що може програма',
  scopeNames: {
    read: 'Читати рахунки, точки, баланси й договірні обсяги',
    readings: 'Передавати показання',
    documents: 'Завантажувати документи',
  } satisfies Record<TokenScope, string>,
  scopeShort: {
    read: 'читання',
    readings: 'показання',
    documents: 'документи',
  } satisfies Record<TokenScope, string>,
  expiresOn: 'Останній день',
  expiresHint: 'Не довше року.',
  perMinute: 'Запитів за хвилину',
  perMinuteHint: 'Від 1 до 600.',
  wanted: {
    name: 'Вкажіть назву програми',
    scopes: 'Оберіть, що може програма',
    expiresOn: 'Вкажіть день не пізніше ніж за рік від сьогодні',
    perMinute: 'Вкажіть число від 1 до 600',
  },
  madeTitle: 'Ключ створено',
  madeLead: 'Скопіюйте його в програму зараз: більше ми його не покажемо.',
  secret: 'Ключ',
  copy: cabinet.copy,
  copied: cabinet.copied,
  copyFailed: cabinet.copyFailed,
  done: 'Я зберіг ключ',
  madeBy: 'Створено: {name}, {date}',
  until: 'Діє до {date}, {n} запитів за хвилину',
  used: 'Останній запит {moment} з адреси {address}',
  neverUsed: 'Ще не зверталася',
  states: { active: people.states.active, expired: 'строк минув', ended: 'припинено' },
  end: 'Припинити',
  endOf: 'Припинити доступ програми: {name}',
  endTitle: 'Припинити доступ програми: {name}?',
  endLead: 'Її запити одразу отримуватимуть відмову. Щоб повернути доступ, доведеться створити новий ключ.',
  ended: 'Доступ програми припинено',
} as const;
