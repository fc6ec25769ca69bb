import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as form } from '#web/lib/form/form-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of the table of many points. Plural forms: `{n|one|few|many}`. */
export const text = {
  title: 'Показання всіх точок',
  noPoints: 'За цим рахунком немає жодної точки обліку',
  noPointsHelp: 'Якщо так не має бути, зателефонуйте нам.',

  // Head and cells.
  object: cabinet.object,
  point: 'EIC, лічильник',
  digits: 'К, розряди',
  coefficientOf: 'К\u00a0{k}',
  digitsOf: '{n}\u00a0{n|цифра|цифри|цифр}',
  previous: cabinet.previousValue,
  value: cabinet.newValue,
  energy: common.kwh,
  sum: 'З ПДВ, грн',
  state: cabinet.state,
  serial: '№\u00a0{serial}',
  cell: '{object}, лічильник {serial}{kind}: попереднє {previous} від {date}',
  kinds: {
    single: '',
    day: cabinet.dayZone,
    night: cabinet.nightZone,
    peak: cabinet.peakZone,
    halfPeak: cabinet.halfPeakZone,
    export: 'A−, віддано',
    reactiveImport: 'R+, реактивна',
    reactiveExport: 'R−, реактивна',
  },
  ofKind: ', {kind}',
  kvarh: '{n} квар·год',
  kwhOf: '{n} кВт·год',
  current: 'є {value} від {date}',
  sumOf: '{sum}\u00a0грн',

  states: {
    ready: 'готово',
    question: 'підтвердьте',
    error: 'виправте',
    given: 'передано',
    accepted: cabinet.acceptedWord,
    underReview: cabinet.underReviewWord,
    blocked: 'не вводиться',
  },
  receipt: 'квитанція {number}',
  confirm: form.confirm,
  card: 'Картка',
  cardOf: 'Картка лічильника {serial}: фото, виправлення, квитанція',
  cardTitle: cabinet.meterNumber,

  // Filter, order, groups.
  find: 'Пошук',
  findHint: 'Об’єкт, адреса, EIC або лічильник',
  clearFind: cabinet.clear,
  filter: 'Які рядки',
  filters: {
    all: 'Усі рядки ({n})',
    empty: 'Не заповнені ({n})',
    ready: 'Готові передати ({n})',
    question: 'Чекають підтвердження ({n})',
    error: 'З помилками ({n})',
    given: 'Уже передані ({n})',
    blocked: 'Без введення ({n})',
  },
  group: 'Групувати',
  groups: { none: 'Без груп', object: 'За об’єктом', costCentre: 'За центром витрат' },
  sort: 'Порядок рядків',
  sorts: {
    none: 'Як у договорі',
    object: 'За об’єктом',
    eic: 'За EIC',
    previous: 'За попереднім',
    energy: 'За спожитим',
  },
  noGroup: 'Без назви',
  nothingFound: cabinet.nothingFound,
  nothingFoundHelp: 'Змініть слова пошуку або покажіть усі рядки.',
  showAll: 'Показати всі',
  undo: 'Скасувати зміну',
  redo: 'Повернути зміну',
  keys: 'Клавіші',
  keysHelp: [
    ['Enter, ↓, ↑', 'наступна або попередня клітинка'],
    ['Tab', 'далі по сторінці'],
    ['Esc', 'повернути, що було в клітинці'],
    ['Ctrl + Z, Ctrl + Y', 'скасувати й повернути зміну'],
    ['Ctrl + V', 'вставити стовпець або «EIC і показання» з Excel чи Calc'],
  ],

  // Paste.
  pasted: 'Вставлено {n} {n|показання|показання|показань}.',
  pastedUnknown: 'Не знайдено EIC: {codes}.',
  pastedMore: '{codes} та ще {n}',
  pastedBlocked: 'Пропущено {n} — у цих рядках показання не вводяться.',
  pastedLeft: 'Не вмістилося: {n}.',
  pastedNothing: 'Нічого не вставлено: у блоці немає показань для цих точок.',

  // Totals.
  total: cabinet.total,
  filled: 'заповнено {filled} з {open}',
  unpriced: 'без точок, ціна яких ще не відома',
  net: 'без ПДВ {sum}\u00a0грн',
  gross: 'з ПДВ {sum}\u00a0грн',
  forecast: 'Прогноз за {period}',
  forecastHow: 'Введене — як є, решта — за середньодобовим споживанням. Ціна — за договором на сьогодні.',
  forecastUnknown: 'Без {n} {n|рядка|рядків|рядків}: середнє ще не відоме.',

  // Submission.
  submit: 'Передати {n} {n|показання|показання|показань}',
  submitNone: cabinet.submitReadings,
  submitting: cabinet.submittingReadings,
  nothingReady: 'Введіть показання: правильні передасте одним натисканням.',
  rest: 'Решта залишиться в таблиці: {n} {n|рядок|рядки|рядків} із зауваженнями.',
  accepted: 'Прийнято {n} {n|показання|показання|показань}',
  acceptedAll: 'Усе введене прийнято.',
  acceptedSome: 'Не прийнято {n}: причини — біля рядків і в списку.',
  acceptedNone: 'Жодного показання не прийнято',
  failed: cabinet.readingsNotSubmitted,
  failedKept: 'Введене збережено на цьому пристрої. Повторна спроба не створить других показань.',
  offline: 'Немає мережі. Введене зберігається на цьому пристрої — передасте, коли мережа з’явиться.',
  drafts: 'Введене зберігається на цьому пристрої, доки не передасте.',

  // Problems.
  problems: 'Зауваження ({n})',
  confirmAll: 'Підтвердити всі ({n})',
  problemTitles: {
    'readings.digitCapacity': 'Інша кількість цифр',
    'readings.lowerThanPrevious': 'Менше за попереднє',
    'readings.valueTooLarge': 'Завелике значення',
    'readings.sameAsPrevious': 'Таке саме, як попереднє',
    'readings.rollOver': 'Перехід через нуль',
    'readings.deviation': 'Відрізняється від торішнього',
    'readings.entityPeriodClosed': 'Період уже закрито',
    'readings.alreadySubmitted': 'Уже передано інше',
  } as Readonly<Partial<Record<string, string>>>,
  toCell: '{object}, № {serial}{kind}',

  // Blocked points.
  blockedSummary: 'Показання не вводяться: {n} {n|точка|точки|точок}',
} as const;
