import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as documents } from '#web/lib/list/documents-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of the person's home page. */
export const text = {
  product: common.product,
  title: common.myHome,
  account: cabinet.accountShort,
  allBills: cabinet.allBills,

  now: cabinet.whatNow,
  loading: 'Дивимося, що зробити зараз…',
  failed: 'Не вдалося перевірити, що зробити зараз',

  giveReading: common.pleaseGiveReading,
  giveReadingBody: 'Вікно відкрите ще {left}: до {until}.',
  giveAgain:
    'Ви передавали {date}. Передайте ще раз, щоб не рахувати {days} {days|день|дні|днів} за середнім.',
  partTitle: cabinet.partOfReading,
  giveReadingAction: cabinet.giveReading,
  moreOfReading: cabinet.compareBills,
  readingFailed: 'Не вдалося показати поля показань',
  payBill: 'Сплатіть рахунок',
  payDebt: 'Сплатіть борг',
  payBody: 'Рахунок за {period}, сплатити до {due}.',
  payBodyLate: 'Рахунок за {period}. Прострочено: строк був {due}.',
  payBodyToday: 'Рахунок за {period}. Сьогодні останній день оплати.',
  payBodyNoBill: 'Рахунок ще не сформовано, але сплатити можна вже зараз.',
  payAction: cabinet.paySum,
  openBill: 'Відкрити рахунок',
  remind: 'Нагадати пізніше',
  reminded: 'Нагадаємо {date}',
  /** Confirmation of tomorrow's reminder, by its first channel. */
  remindedBy: {
    sms: 'Завтра о 10:00 надішлемо SMS на {to}.',
    mail: 'Завтра о 10:00 надішлемо лист на {to}.',
    push: 'Завтра о 10:00 сповістимо на пристрої.',
  },
  payAct: 'Сплатіть акт про порушення',
  payActBody: 'Акт № {number} від {date}. За електроенергію боргу немає.',
  done: cabinet.allDone,
  sendPhoto: cabinet.sendPhoto,
  callUs: 'Зателефонуйте нам',
  noDebt: cabinet.noDebt,
  doneBody: 'Показання передано, боргу немає.',
  doneNoReading: 'Боргу немає. Показання зараз передавати не потрібно.',
  nextWindow: 'Наступне вікно для показань відкриється {date}.',

  objectsFailed: 'Не вдалося показати об’єкти',
  feedInFailed: cabinet.feedInFailed,
  allFeedInActs: documents.allActs,
  messagesFailed: 'Не вдалося показати повідомлення постачальника',
  newsFailed: cabinet.newsFailed,
  dayNightFailed: 'Не вдалося показати, що дає нічний тариф',

  lastReading: 'Останні показання',
  lastReadingFailed: 'Не вдалося показати останні показання',
  lastReadingLoading: cabinet.readingsLoading,
  meter: cabinet.meterNumber,
  onDate: 'на {date}',
  accepted: 'Прийнято {moment}',
  underReview: 'На перевірці з {moment}',
  reviews: {
    waiting: 'На перевірці до {date}: ми повідомимо про рішення.',
    photoAsked: 'Потрібне фото лічильника: додайте його до показання.',
    accepted: 'Перевірено і прийнято.',
    acceptedAnother: 'Прийнято інше значення, ніж ви передали.',
    rejected: 'Останнє показання відхилено: {reason} Передайте його ще раз.',
  },
  noMeters: 'За цим рахунком лічильника не знайдено.',
  zones: {
    single: common.readings,
    day: cabinet.day,
    night: cabinet.night,
    peak: cabinet.peak,
    halfPeak: cabinet.halfPeak,
  },
  windowOpen: 'Вікно показань відкрите ще {left}',
  windowClosed: 'Вікно показань відкриється {date}',
  windowHint: 'Радимо передавати показання в останні дні місяця або в перші дні наступного.',
  toReadings: cabinet.toReadings,
} as const;
