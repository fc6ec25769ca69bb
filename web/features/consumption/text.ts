import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as common } from '#web/lib/text.ts';
import { queuedText } from './waiting-text.ts';

/** Texts of the consumption. */
export const text = {
  ...queuedText,
  unit: common.kwh,
  zones: {
    single: cabinet.wholeDay,
    day: cabinet.day,
    night: cabinet.night,
    peak: cabinet.peak,
    halfPeak: cabinet.halfPeak,
  },
  lastYear: cabinet.yearAgo,
  current: 'Поточний місяць',
  estimated: cabinet.withoutReading,
  unfinished: cabinet.stillOpen,
  lastYearWas: 'торік {kwh}',
  spoken: '{period}: {kwh}',
  table: cabinet.showAsTable,
  tableCaption: 'Споживання за місяцями, кВт·год, і нарахована сума',
  month: cabinet.month,
  total: cabinet.total,
  sum: cabinet.sumInHryvnias,
  notKnown: '—',
  empty: 'Споживання ще не пораховано. Перший стовпчик з’явиться після першого розрахунку.',
  contractEnded:
    'Договір за цим рахунком закінчився {date}. Показання більше передавати не треба: лишилося сплатити останній рахунок, якщо є борг. Рахунки й показання за минулий час доступні, як і раніше.',
  companyTitle: 'Споживання за рахунками',
  pointsTitle: 'Споживання ваших точок за рахунками',
  companyFailed: 'Не вдалося показати споживання об’єктів',
  companyTable: 'Споживання за рахунками по місяцях, кВт·год, і сума з ПДВ',
  companyEmpty: 'Рахунків за останні 13 місяців немає.',
  which: cabinet.object,
  allAccounts: 'Усі об’єкти: {n}',
  noInvoice: 'рахунка ще немає',
  someInvoices: 'рахунки {n} з {all} об’єктів',
  withoutInvoice: 'Без рахунка',
  sumWithVat: 'Сума з ПДВ, грн',
  thousands: '{n}\u00a0тис.',
  millions: '{n}\u00a0млн',
} as const;
