import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as conversations } from '#web/lib/list/conversation-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of the reading history. */
export const text = {
  loading: cabinet.readingsLoading,
  failed: 'Не вдалося показати показання',
  caption: 'Показання, найновіші перші',

  filter: 'Які показання показати',
  from: cabinet.from,
  to: cabinet.to,
  source: 'Хто передав',
  sourceAny: cabinet.all,
  state: cabinet.state,
  stateAny: cabinet.any,
  meter: cabinet.meter,
  meterAny: cabinet.all,
  conditions: 'Дати, джерело і стан',

  found: cabinet.found,
  count: '{n|показання|показання|показань}',

  files: 'Зберегти показання файлом',
  filesCut: 'У файл потраплять найновіші 10 000 рядків. Щоб зберегти всі, поділіть період.',

  emptyTitle: 'Показань ще немає',
  empty: 'Перше показання, яке ви передасте, з’явиться тут разом зі спожитими кіловат-годинами.',
  noneTitle: 'За цими умовами показань немає',
  none: cabinet.widerPeriod,
  showAll: 'Показати всі показання',

  date: cabinet.asOf,
  value: common.readings,
  used: cabinet.consumed,
  usedUnknown: 'Із чим порівняти, немає',
  given: cabinet.given,
  meterNumber: '№\u00a0{serial}',
  reason: 'Виправлення: {reason}',
  receipt: cabinet.receipt,
  receiptName: cabinet.saveReceipt,
  receiptPdf: 'PDF',
  receiptBusy: cabinet.preparing,
  photo: cabinet.withPhoto,
  zones: {
    single: '',
    day: cabinet.day,
    night: cabinet.night,
    peak: cabinet.peak,
    halfPeak: cabinet.halfPeak,
  },
  sources: {
    customer: cabinet.youWord,
    operator: cabinet.operatorWord,
    remote: cabinet.remotely,
    import: cabinet.fromArchive,
  },
  states: {
    accepted: cabinet.acceptedWord,
    underReview: cabinet.underReviewWord,
    rejected: cabinet.refused,
    superseded: cabinet.correctedWord,
  },
  reviews: {
    waiting: 'Оператор перевірить до {date}.',
    photoAsked: 'Потрібне фото: додайте його на сторінці показань.',
    accepted: 'Перевірив оператор.',
    acceptedAnother: 'Прийнято інше значення. {reason}',
    rejected: '{reason} Передайте показання ще раз.',
  },
  stateChoices: {
    accepted: 'Прийняті',
    underReview: 'На перевірці',
    rejected: 'Відхилені',
    superseded: 'Виправлені',
  },
  sourceChoices: {
    customer: conversations.you,
    operator: 'Оператор',
    remote: 'Дистанційно',
    import: 'З архіву',
  },
} as const;
