import type { StaffActionData } from '#contract/identity/staff-actions.ts';
import { ruleKeys } from '#domain/rules/rule-definitions.ts';
import { nameOfRule } from '#domain/rules/rule-words.template.ts';
import { basisNames, dayKindNames, termUnits } from '#domain/service-terms/standard-words.template.ts';
import { tableOf } from '#domain/table-of.ts';
import { parseInstant } from '#domain/time/instant.ts';
import { formatMoment } from '#domain/time/kyiv.ts';
import { formatDate, type LocalDate, parseLocalDate } from '#domain/time/local-date.ts';
import { weekdayNames } from '#domain/time/weekday-names.template.ts';
import { billingActions, billingFieldNames, billingValueWords } from './billing-words.template.ts';
import { type Fields, isOwnWord, ownWordNames, textWords, withOwnWords } from './text-words.ts';

/** What the portal changed that has no name of its own. */
const portalSubjects: Readonly<Record<string, string>> = tableOf({
  maintenance: 'Технічні роботи',
  serviceNotice: 'Службовий рядок',
  answerTemplate: 'Шаблон відповіді',
  authority: 'Сертифікат надавача',
  supplierMessage: 'Повідомлення клієнтам',
  conversation: 'Звернення',
  actObjection: 'Заперечення акта',
  disagreement: 'Розбіжності в акті звірки',
});

/** Names of changed fields, of both schemas. */
const fieldNames: Readonly<Record<string, string>> = tableOf({
  title: 'Назва',
  topic: 'Тема',
  text: 'Текст',
  pages: 'Сторінки',
  isActive: 'Увімкнено',
  issuer: 'Хто видав',
  serial: 'Серійний номер',
  added: 'Додано',
  proposed: 'Запропоновано',
  withdrawn: 'Відкликано',
  removalProposed: 'Запропоновано більше не довіряти',
  removed: 'Більше не довіряємо',
  signedBy: 'Список підписав',
  updated: 'Оновлено адреси сертифікатів',
  recipients: 'Отримувачів',
  sendAt: 'Коли надіслати',
  tickets: 'Номери звернень',
  ticketState: 'Стан звернення',
  assignee: 'Відповідальний',
  joinedTo: 'Об’єднано зі зверненням',
  lead: 'Коротко',
  blocks: 'Текст',
  position: 'Місце',
  audience: 'Для кого',
  hidden: 'Приховано',
  effectiveFrom: 'Діє з',
  summary: 'Що змінюється',
  asksConsent: 'Потрібна нова згода',
  number: 'Номер',
  date: 'Дата',
  url: 'Посилання',
  about: 'Про що',
  from: 'Початок',
  until: 'Кінець',
  fullName: 'Ім’я',
  roles: 'Ролі',
  phone: 'Телефон',
  phoneConfirmed: 'Телефон підтверджено',
  email: 'E-mail',
  dualAuth: 'Обов’язкове підтвердження входу',
  secondFactor: 'Підтвердження входу',
  blocked: 'Заблоковано',
  sessionsEnded: 'Завершено сеансів',
  passwordChanged: 'Пароль змінено',
  link: 'Нове посилання для пароля',
  balance: 'Баланс',
  sum: 'Сума',
  reason: 'Причина',
  period: 'Період',
  benefitKind: 'Пільга чи субсидія',
  postingPeriod: 'Проводять у',
  status: 'Стан',
  state: 'Стан',
  outcome: 'Результат',
  decision: 'Рішення',
  values: 'Показання',
  kwh: 'кВт·год',
  by: 'Хто',
  administrator: 'Хто',
  confirmedBy: 'Хто підтвердив',
  accountSince: 'Обліковий запис того, хто вирішив, існує з',
  effectiveOn: 'Діє з',
  source: 'Джерело',
  document: 'Документ',
  role: 'Роль',
  responsibleUntil: 'Останній день',
  subject: 'Що змінено',
  provider: 'Платіжна система',
  run: 'Номер розрахунку',
  statement: 'Виписка',
  line: 'Рядок',
  serialNumber: 'Номер лічильника',
  tariffCode: 'Тариф',
  price: 'Ціна',
  zones: 'Зони',
  recalculatedAccounts: 'Рахунків до перерахунку',
  powerKw: 'Потужність, кВт',
  name: 'Ім’я',
  surname: 'Прізвище',
  middleName: 'По батькові',
  companyName: 'Компанія',
  viewer: 'Хто переглядає',
  viewed: 'Чий кабінет',
  minutes: 'Хвилин',
  validFrom: 'Діє з',
  actNumber: 'Номер акта',
  drawnOn: 'Складено',
  kind: 'Вид',
  clause: 'Пункт правил',
  place: 'Місце',
  meterSerial: 'Номер лічильника',
  found: 'Що виявлено',
  present: 'Хто був присутній',
  servedOn: 'Вручено',
  hearingOn: 'Засідання',
  protocolNumber: 'Номер протоколу',
  protocolOn: 'Дата протоколу',
  periodFrom: 'Період від',
  periodTo: 'Період до',
  days: 'Днів',
  vat: 'ПДВ',
  basis: 'Підстава розрахунку',
  dueOn: 'Сплатити до',
  instalments: 'Частини',
  advance: 'Стало авансом',
  author: 'Хто запропонував',
  specialDays: 'Особливі дні',
  weeklyDaysOff: 'Вихідні дні тижня',
  holidaysAreWorkdays: 'Свята — робочі дні',
  opensAt: 'Початок, о котрій',
  closesAt: 'Кінець, о котрій',
  afterHoursIsNextDay: 'Після робочих годин — наступного робочого дня',
  termDays: 'Строк відповіді, днів',
  unit: 'Які це дні',
  extensionDays: 'Найбільше з продовженням, днів',
  household: 'Компенсація побутовому, грн',
  smallBusiness: 'Компенсація малому непобутовому, грн',
  other: 'Компенсація іншому, грн',
  afterDays: 'Компенсація після, днів',
  answerMinutes: 'Перша відповідь у чаті, хвилин',
  ticketAfterMinutes: 'Чат стає зверненням, хвилин',
  endsAfterMinutes: 'Чат завершується, хвилин',
  dueDays: 'Надати компенсацію за, днів',
  ...billingFieldNames,
  ...ownWordNames,
  ...Object.fromEntries(ruleKeys.map((rule) => [rule, nameOfRule(rule)])),
});

const valueWords: Readonly<Record<string, string>> = tableOf({
  owner: 'власник',
  operator: 'оператор',
  billing: 'розрахунки',
  content: 'редактор',
  analyst: 'аналітик',
  none: 'немає',
  totp: 'застосунок',
  sms: 'SMS',
  underReview: 'на перевірці',
  accepted: 'прийнято',
  rejected: 'відхилено',
  administrator: 'адміністратор',
  draft: 'чернетка',
  waiting: 'чекає на рішення',
  activated: 'введено в дію',
  refused: 'відхилено',
  cancelled: 'скасовано',
  open: 'відкрито',
  closing: 'закривається',
  queued: 'у черзі',
  running: 'триває',
  pausing: 'зупиняється',
  paused: 'призупинено',
  stopped: 'зупинено',
  failed: 'не вдалося',
  scheduled: 'заплановано',
  delivering: 'надсилаємо',
  delivered: 'надіслано',
  recalled: 'відкликано',
  benefit: 'пільга',
  subsidy: 'субсидія',
});

/** Values whose words depend on their field. */
const wordsOfField: Readonly<Record<string, Readonly<Record<string, string>>>> = tableOf({
  weeklyDaysOff: weekdayNames,
  unit: termUnits,
  basis: basisNames,
  ...billingValueWords,
  kind: {
    ...billingValueWords.kind,
    article: 'стаття',
    law: 'акт законодавства',
    landing: 'перша сторінка',
    legal: 'правовий текст',
  },
  pages: { '*': 'усі сторінки' },
  ticketState: {
    new: 'щойно надійшло',
    inWork: 'в роботі',
    waitingCustomer: 'чекаємо на клієнта',
    waitingOperator: 'чекаємо на оператора мережі',
    answered: 'відповідь надано',
    closed: 'закрито',
  },
  status: { answered: 'надано відповідь', stays: 'акт лишається', newAct: 'буде новий акт' },
  audience: { everybody: 'усі клієнти', person: 'побутові клієнти', entity: 'компанії' },
});

/** A day of a calendar with its kind: "31.12.2026 dayOff". */
const dayKindShape = new RegExp(` (${Object.keys(dayKindNames).join('|')})$`);
const dayKindWords: Readonly<Record<string, string>> = tableOf(dayKindNames);

/** Kinds of prices and zones of a tariff, as the audit of its plan names them. */
const tariffWords: Readonly<Record<string, string>> = tableOf({
  flat: 'одна ціна',
  marginalBlocks: 'ступенями',
  wholeVolumeBlocks: 'увесь обсяг за ціною ступеня',
  seasonalHeating: 'у сезон дешевше',
  day: 'день',
  night: 'ніч',
  peak: 'пік',
  halfPeak: 'напівпік',
});
const tariffShape = /^(?:flat|marginalBlocks|wholeVolumeBlocks|seasonalHeating|day|peak) ?:? \d/;

/** Most characters of a value. */
const maxValue = 1500;
const momentShape = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** A moment as the screens show it; a text that only looks like one stays as it is. */
function momentWords(iso: string): string {
  const instant = parseInstant(iso);
  return instant === undefined ? iso : formatMoment(instant);
}

function wordsOf(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return value ? 'так' : 'ні';
  if (Array.isArray(value)) {
    const isOfParts = value.some((one) => typeof one === 'object');
    return value.map((one) => wordsOf(name, one)).join(isOfParts ? '; ' : ', ') || '—';
  }
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([part, one]) => `${fieldNames[part] ?? part}: ${wordsOf(part, one)}`)
      .join(', ');
  if (typeof value === 'string' && momentShape.test(value)) return momentWords(value);
  if (typeof value === 'string' && parseLocalDate(value) !== undefined) return formatDate(value as LocalDate);
  if (typeof value === 'string' && tariffShape.test(value))
    return value.replace(/[a-z]+/gi, (word) => tariffWords[word] ?? word).replace(/(\d)\.(?=\d)/g, '$1,');
  const text = String(value);
  const words = wordsOfField[name]?.[text] ?? valueWords[text] ?? text;
  return words.replace(dayKindShape, (_, kind) => ` ${dayKindWords[kind]}`);
}

const cutWords = (words: string) => (words.length > maxValue ? `${words.slice(0, maxValue)}…` : words);

/** A change as it is kept. */
export interface KeptChange {
  /** Of the portal: what was changed; of the billing: the action of its audit. */
  readonly subject: string;
  readonly account: string | null;
  readonly before: Fields | null;
  readonly after: Fields | null;
}

/** A field before and after; null: it was not or is not there. */
function fieldWords(name: string, before: Fields | null, after: Fields | null) {
  const texts = textWords(before?.[name], after?.[name]);
  if (texts) return texts;
  const told = (state: Fields | null) =>
    state !== null && Object.hasOwn(state, name) ? cutWords(wordsOf(name, state[name])) : null;
  return { before: told(before), after: told(after) };
}

/** A change as it is kept, without words. */
function rawChange({ subject, before, after }: KeptChange): StaffActionData['changes'][number] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const told = (state: Fields | null, name: string) =>
    state !== null && Object.hasOwn(state, name) ? cutWords(JSON.stringify(state[name]) ?? '') : null;
  return {
    what: subject,
    fields: names.map((name) => ({ name, before: told(before, name), after: told(after, name) })),
  };
}

/** A change in the words of the list; one that cannot be worded is shown raw, and never fails the list. */
export function changeWords(change: KeptChange): StaffActionData['changes'][number] {
  try {
    return wordedChange(change);
  } catch {
    return rawChange(change);
  }
}

/**
 * A change in the words of the list: its fields before and after. Ids say nothing to a reader; of a word of the first page that stayed
 * nothing is said, and what else stayed is said once.
 */
function wordedChange({ subject, account, ...kept }: KeptChange): StaffActionData['changes'][number] {
  const action = billingActions[subject] ?? portalSubjects[subject] ?? subject;
  const [before, after] = [withOwnWords(kept.before), withOwnWords(kept.after)];
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return {
    what: account === null || account === '' ? action : `${action}, о/р ${account}`,
    fields: names
      .filter((name) => !/(^id|Id)$/.test(name))
      .map((name) => ({ name, ...fieldWords(name, before, after) }))
      .filter(({ name, ...told }) => !(isOwnWord(name) && told.before === told.after))
      .map(({ name, ...told }) => ({
        name: fieldNames[name] ?? name,
        before: told.before === told.after ? null : told.before,
        after: told.after,
      })),
  };
}

/** The changes of an action as one text, for a file. */
export function changesText({
  changes,
  changeCount,
}: Pick<StaffActionData, 'changes' | 'changeCount'>): string {
  const lines = changes.map(({ what, fields }) => {
    const words = fields.map(({ name, before, after }) =>
      before === null ? `${name}: ${after}` : `${name}: ${before} → ${after ?? '—'}`,
    );
    return [what, ...words].join('; ');
  });
  const more = changeCount - changes.length;
  return [...lines, ...(more > 0 ? [`і ще змін: ${more}`] : [])].join('\n');
}
