import type { ClosingRunData } from '#contract/values/billing-period.ts';
import type { ChargeGround, ClosingExceptionKind, StaleCause } from '#domain/charges/closing-exceptions.ts';
import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as documents } from '#web/lib/list/documents-text.ts';
import { text as common } from '#web/lib/text.ts';

const grounds: Readonly<Record<ChargeGround, string>> = {
  actual: 'За показаннями',
  brought: 'Показання посеред місяця, решта за середнім',
  lastYear: 'За середнім торік',
  lastActual: 'За середнім між двома останніми показаннями',
  norm: 'За нормою: немає ні показань, ні історії',
  none: 'Без лічильника: нічого нараховувати',
};

const exceptionKinds: Readonly<Record<ClosingExceptionKind, string>> = {
  underReview: 'Показання без рішення',
  noTariff: 'Немає тарифу',
  noPrice: 'Немає ціни за договором',
  notCharged: 'Розрахунок не вдався',
  lowerValue: 'Показання менше за попереднє',
  negative: 'Перерахунок більший за нарахування',
  sudden: 'Різка зміна споживання',
  byNorm: 'За нормою',
  noMeter: 'Немає лічильника',
};

/** What is wrong with the account, in a sentence; `{subject}` is the tariff, the price, the number of readings or what the program said. */
const exceptionReasons: Readonly<Record<ClosingExceptionKind, string>> = {
  underReview: 'Показань на перевірці: {subject}. За ними {expected}, нараховано натомість {kwh}.',
  noTariff: 'Тариф «{subject}» не має ціни на якийсь день цього місяця.',
  noPrice: 'За договором потрібна частина ціни, якої не задано: {subject}.',
  notCharged: 'Дані рахунка суперечать одні одним: {subject}.',
  lowerValue:
    'Лічильник не доходив до кінця шкали, тож пояснити менше показання нічим. За ці дні нараховано 0 кВт·год: {steps}.',
  negative: 'Перерахунки минулих місяців більші, ніж нараховано за цей.',
  sudden: 'Нараховано {kwh}, а того самого місяця торік було {expected}.',
  byNorm: 'Показань немає, порівняти ні з чим: {kwh} за дозволеною потужністю.',
  noMeter: 'Жоден лічильник не рахує для цього рахунка.',
};

/** A step between two values of a register. */
const lowerStep =
  'лічильник {serial}{zone}: {previous} станом на {previousDate}, потім {value} станом на {date}';

/** What has changed since a dry run; `{n}` is how many times. */
const staleWords: Readonly<Record<Exclude<StaleCause, 'monthNotOver'>, string>> = {
  readings: '{n} {n|показання|показання|показань}',
  rules: 'правила',
  prices: 'тарифи',
  masterData: 'дані рахунків ({n})',
  import: 'завантажено файли',
};

const runStates: Readonly<Record<ClosingRunData['state'], string>> = {
  waiting: 'починаємо',
  running: 'триває',
  interrupted: 'перервано, скоро продовжимо',
  pausing: 'зупиняємо після цієї частини',
  paused: 'на паузі',
  done: 'закінчено',
  stopped: 'зупинено',
  refused: 'не почалося',
  failed: 'зупинилося через помилку',
};

const whys: Readonly<Record<NonNullable<ClosingRunData['code']>, string>> = {
  notOver: 'Місяць ще не закінчився.',
  earlierPeriodOpen: 'Спершу закрийте {subject}.',
  noTariff: 'Тариф «{subject}» не має ціни на якийсь день місяця.',
  noPrice: 'Не задано частину ціни: {subject}.',
  undecided: 'Показань на перевірці вже {subject}: це більше, ніж було підтверджено. Закрийте ще раз.',
  closingElsewhere: 'Місяць уже закриває інша програма.',
  notCharged: 'Рахунок {subject} неможливо розрахувати. Усе, що перед ним, закрито.',
  fault: 'Програма зупинилася через помилку: {subject}',
};

/** Texts of the page of closings. */
export const text = {
  title: 'Закриття місяців',
  product: common.product,
  lead: 'Пробний розрахунок рахує місяць так само, як закриття, але нічого не записує. Після нього видно суми й рахунки, які варто перевірити.',
  loading: 'Завантажуємо місяці',
  failed: 'Не вдалося показати місяці',
  nothingTitle: 'Закривати нічого',
  nothing: 'Усі місяці закрито. Наступний з’явиться тут сам.',
  readOnly: 'Рахувати й закривати може роль «Розрахунки».',
  states: { open: 'відкрито', closing: 'закривається', closed: 'місяць закрито' },
  closingPaused: 'Закриття призупинено',
  notOver: 'Місяць ще триває. Закрити його можна з {date}.',
  readingsUntil: 'Показання приймаємо до {moment}.',
  readingsOver: 'Приймання показань завершено {moment}.',
  inClosing: 'Показання й оплати, що надходять зараз, належать уже до наступного місяця.',
  elsewhere: 'Місяць зараз закриває команда на сервері.',
  accounts: 'рахунків у місяці',
  withReading: 'рахунків дали показання',
  metersWithReading: 'лічильників із показаннями на кінець місяця',
  withoutReading: 'рахунків без показань на кінець місяця',
  withoutNote: 'їх порахуємо за середнім або за нормою',
  percent: '{share} %',
  run: 'Пробний розрахунок',
  runAgain: 'Порахувати ще раз',
  checkRest: 'Перевірити решту',
  close: 'Закрити місяць',
  goOn: 'Продовжити закриття',
  pause: 'Призупинити',
  stop: 'Зупинити розрахунок',
  progress: { dryRun: 'Пробний розрахунок: {state}', closing: 'Закриття місяця: {state}' },
  ofAccounts: '{done} з {total} {total|рахунка|рахунків|рахунків}',
  runStates,
  whys,
  started: { dryRun: 'Пробний розрахунок почався', closing: 'Закриття місяця почалося' },
  acted: {
    pause: 'Закриття призупинимо після цієї частини',
    resume: 'Закриття продовжується',
    stop: 'Пробний розрахунок зупинено',
  },
  resultTitle: 'Пробний розрахунок',
  by: '{moment} · {who}',
  wasInterrupted: 'перервався й продовжився',
  charged: 'нараховано, грн',
  recalculated: 'перерахунки минулих місяців, грн',
  energy: 'спожито',
  counted: 'рахунків пораховано',
  sharesCaption: 'На чому ґрунтуються нарахування',
  ground: cabinet.basis,
  grounds,
  shareAccounts: 'Кількість',
  share: 'Частка',
  shareKwh: common.kwh,
  shareCharged: 'Нарахування, грн',
  total: cabinet.total,
  stoppingTitle: 'Закрити не вийде: {n} {n|рахунок|рахунки|рахунків} неможливо розрахувати',
  stopping: 'Виправте дані цих рахунків, тарифи або ціни і порахуйте ще раз.',
  readyTitle: 'Місяць можна закривати',
  ready: 'Усі рахунки розраховано.',
  countedTitle: 'Усі рахунки вдалося розрахувати',
  notYet: 'Місяць ще триває, тож порахуйте ще раз перед закриттям.',
  toCheck: 'Перед закриттям перегляньте список нижче.',
  countedUndecided: 'Закрити можна, лише підтвердивши, скільки показань лишається без рішення.',
  staleTitle: 'Розрахунок застарів: порахуйте ще раз',
  staleEarly: 'Його зроблено, коли місяць ще тривав.',
  stale: 'Після пробного розрахунку змінилося: {what}.',
  staleWords,
  metersRead: 'лічильників прочитано на кінець місяця',
  ofMeters: '{read} з {all}',
  undecidedTitle: '{n} {n|показання|показання|показань} за цей місяць ще на перевірці',
  undecided:
    '{accounts} {accounts|рахунок|рахунки|рахунків}, {customers} {customers|клієнт|клієнти|клієнтів}. За даними клієнтів це {given}.',
  undecidedInstead:
    'Якщо закрити зараз, замість них буде нараховано {kwh} на {sum}: за торішнім або за середнім споживанням.',
  undecidedLink: 'Розглянути показання',
  dialogClose: 'Закрити {month}?',
  dialogText:
    '{accounts} {accounts|рахунок|рахунки|рахунків}, нарахувань на {sum}. Рахунки отримають усі клієнти, місяць більше не змінити: лише перерахунком у наступному.',
  dialogPace: 'Закриття можна призупинити: що закрито, те лишиться, далі підемо з того самого місця.',
  dialogEarly:
    'Показання ще приймаємо до {moment}. Закрити раніше: хто дасть їх пізніше, отримає рахунок за середнім',
  earlyFirst: 'Підтвердьте, що закриваєте раніше.',
  dialogUndecided:
    'Закрити, хоча {n} {n|показання|показання|показань} на перевірці: замість {given} буде нараховано {kwh}',
  undecidedFirst: 'Підтвердьте, що закриваєте без цих показань.',
  dialogPause: 'Призупинити закриття?',
  pauseText: 'Частина рахунків уже закрита й лишиться такою. Решта чекатиме, доки хтось продовжить.',
  reason: 'Причина дії',
  reasonFirst: 'Напишіть причину: щонайменше три знаки.',
  cancel: cabinet.cancel,
  dialogLabel: 'Закрити вікно',
  closeSubmit: 'Закрити місяць на {sum}',
  monthsCaption: 'Місяці',
  month: cabinet.month,
  state: cabinet.state,
  closedAt: 'Коли закрито',
  who: 'Хто закрив',
  closedAccounts: 'Закрито рахунків',
  unknown: '—',
  exceptionsTitle: 'Що перевірити',
  exceptionsCaption: 'Рахунки, які треба перевірити',
  exceptionsFound: documents.billCount,
  exceptionsFailed: 'Не вдалося показати, що перевірити',
  exceptionsLoading: 'Завантажуємо рахунки',
  filter: 'Фільтр',
  anyKind: 'Усе',
  kind: 'Що перевірити в рахунку',
  account: common.bill,
  customer: 'Чий рахунок',
  why: 'Чому в списку',
  sum: 'Нарахування, грн',
  exceptionKinds,
  exceptionReasons,
  lowerStep,
  zones: {
    single: '',
    day: ` (${cabinet.day})`,
    night: ` (${cabinet.night})`,
    peak: ` (${cabinet.peak})`,
    halfPeak: ` (${cabinet.halfPeak})`,
  },
  files: 'Зберегти список',
  empty: 'Усі рахунки пораховано, нічого незвичайного.',
  emptyTitle: 'Зауважень немає',
  noneTitle: 'Таких немає',
  none: 'За цим фільтром рахунків немає.',
  showAll: 'Показати весь список',
} as const;
