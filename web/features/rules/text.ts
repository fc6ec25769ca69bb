import type { RuleEffect } from '#contract/values/rule.ts';
import type { RuleUnit } from '#domain/rules/rule-definitions.ts';
import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as form } from '#web/lib/form/form-text.ts';
import { text as documents } from '#web/lib/list/documents-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Groups of the page, in their order. */
export const ruleGroups = [
  { key: 'person', title: 'Показання побутових клієнтів', begins: ['readings.window.person.'] },
  { key: 'entity', title: 'Показання компаній', begins: ['readings.window.entity.'] },
  {
    key: 'thresholds',
    title: 'Пороги показань',
    begins: ['readings.deviation.', 'readings.verification', 'readings.rollOver', 'readings.norm'],
  },
  { key: 'calendar', title: 'Календар', begins: ['readings.holidays', 'readings.commercial'] },
  { key: 'bills', title: 'Рахунки', begins: ['bills.'] },
  { key: 'payments', title: 'Оплати', begins: ['payments.'] },
  { key: 'access', title: 'Доступ до рахунків', begins: ['access.'] },
  { key: 'corrections', title: 'Виправлення без другого працівника', begins: ['corrections.'] },
  { key: 'reactive', title: 'Реактивна енергія', begins: ['reactive.'] },
] as const satisfies readonly { key: string; title: string; begins: readonly string[] }[];
export type RuleGroup = (typeof ruleGroups)[number];

/** A whole number with what it counts. */
export const unitWords: Readonly<Record<RuleUnit, string>> = {
  days: '{n} {n|день|дні|днів}',
  workingDays: '{n} {n|робочий день|робочі дні|робочих днів}',
  dayOfMonth: '{n}-го числа',
  hour: '{n}:00',
  percent: '{n} %',
  kwh: '{n} кВт·год',
  inARow: '{n}-го поспіль',
  wattHoursPerKilowatt: '{n} Вт·год на кВт',
  months: '{n} {n|місяць|місяці|місяців}',
  orders: '{n} {n|оплата|оплати|оплат}',
};

/** The unit behind the name of a field. */
export const unitNames: Readonly<Record<RuleUnit, string>> = {
  days: 'днів',
  workingDays: 'робочих днів',
  dayOfMonth: '',
  hour: '',
  percent: '%',
  kwh: 'кВт·год',
  inARow: '',
  wattHoursPerKilowatt: 'Вт·год на кВт',
  months: 'місяців',
  orders: 'оплат',
};

/** Words of the options. */
export const optionWords: Readonly<Record<string, string>> = {
  accept: 'приймати',
  block: 'не приймати',
  none: 'лише код',
  contractPhone: 'код і СМС на номер договору',
  firstHolder: 'код і згода першого власника',
};

/** Texts of the rules of the supplier. */
export const text = {
  title: 'Правила',
  product: common.product,
  lead: 'Вікна показань, пороги, обмеження й календар. Кожна зміна має дату: до неї діє те, що є, і зміну можна скасувати.',
  loading: 'Завантажуємо правила…',
  failed: 'Не вдалося показати правила',
  planned: 'Заплановано',
  noPlanned: 'Запланованих змін немає.',
  inForce: 'Діє зараз',
  history: 'Попередні зміни',
  noHistory: 'Правила ще не змінювали: діють ті, з якими почав постачальник.',
  newest: 'Показано останні {n}.',
  rule: 'Правило',
  value: 'Значення',
  from: 'з {date}',
  willBe: 'буде {value} з {date}',
  change: cabinet.change,
  changeOf: '{words}: {group}',
  formTitle: 'Змінити: {group}',
  bounds: '{least}–{most} {unit}',
  boundsAre: 'Межі: {bounds}.',
  now: 'Зараз {value}.',
  datesHint: 'Кожна дата з нового рядка: 25.12.2026. Порожньо — жодної.',
  yes: 'так',
  no: 'ні',
  noDates: 'немає',
  dates: '{n} {n|день|дні|днів}',
  validFrom: 'Діє з',
  validFromHint:
    'З 00:00 цього дня за Києвом; сьогодні — за хвилину після збереження. Місяць нараховують за правилами його останнього дня.',
  reason: documents.reason,
  reasonHint: 'Лишиться в історії правил і в діях працівників поруч із вашим іменем.',
  toReview: 'Переглянути зміну',
  reviewing: form.saving,
  back: 'Назад до полів',
  save: 'Зберегти зміну',
  saving: form.saving,
  saved: 'Зміну збережено',
  close: common.close,
  cancel: cabinet.cancel,
  problems: cabinet.pleaseCheck,
  reviewLead: 'Діятиме з {date}. До того зміну можна скасувати.',
  reviewToday: 'Почне діяти за хвилину після збереження.',
  becomes: '{before} → {after}',
  hryvnias: common.hryvnia,
  nothing: 'Змініть хоча б одне значення',
  wanted: {
    value: '{name}: у межах {bounds}',
    dates: 'Свята: дати на зразок 25.12.2026, кожна з нового рядка, без повторів',
    validFrom: 'Вкажіть дату: сьогодні або пізніше',
    reason: 'Вкажіть причину, хоча б кількома словами',
  },
  effects: 'Що зміниться',
  effectsLoading: 'Рахуємо, що зміниться…',
  effectsFailed: 'Не вдалося порахувати, що зміниться',
  noEffects: 'Порахувати наперед тут нічого: зміна діятиме для нових дій.',
  about: 'приблизно {n}',
  effect: '{before} → {after}',
  effectOf: '{before} → {after} із {of}',
  effectNames: {
    personAccounts: 'Побутових рахунків стосується',
    entityAccounts: 'Рахунків компаній стосується',
    personInWindow: 'Показань побутових клієнтів у вікні за три місяці',
    entityInWindow: 'Показань компаній у вікні за три місяці',
    personRefused: 'Показань побутових клієнтів не прийняли б',
    entityRefused: 'Показань компаній не прийняли б',
    asked: 'Показань за три місяці, які перепитали б',
    reviewed: 'Показань за три місяці, які пішли б на перевірку',
    personPayments: 'Побутових оплат поза межами за три місяці',
    entityPayments: 'Оплат компаній поза межами за три місяці',
    oldCodes: 'Кодів, старших за строк: їх замінить нічна робота',
  } satisfies Record<RuleEffect['kind'], string>,
  estimate: 'Пораховано за вибіркою, тому приблизно.',
  conflictTitle: 'Ці правила тим часом змінили',
  conflictLead: 'Нижче — що саме. Перевірте свою зміну: якщо вона лишається потрібною, збережіть її ще раз.',
  undo: 'Скасувати зміну',
  undoOf: 'Скасувати зміну з {date}',
  undoTitle: 'Скасувати зміну з {date}?',
  undoLead: 'Вона не набуде чинності; діятимуть попередні значення.',
  undoing: form.saving,
  undone: 'Зміну скасовано',
  states: { planned: 'заплановано', inForce: 'набула чинності', undone: 'скасовано' },
  by: '{name}, {moment}',
  undoneBy: 'Скасовано: {name}, {moment}. Причина: {reason}',
  reasonOf: 'Причина: {reason}',
} as const;
