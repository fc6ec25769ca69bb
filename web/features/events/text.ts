import { text as cabinet } from '#web/lib/cabinet-text.ts';

/** Texts of the events of an account. */
export const text = {
  title: cabinet.news,
  loading: 'Завантажуємо новини…',
  failed: cabinet.newsFailed,
  empty: 'Поки що тихо. Тут з’являться прийняті показання, нові рахунки й оплати.',

  bill: cabinet.billOfPeriod,
  billToPay: 'Виставлено {sum}, строк оплати {due}',
  billNothing: 'Сплачувати нічого не потрібно',

  accepted: cabinet.readingAccepted,
  acceptedPart: 'Прийнято частину показань',
  corrected: 'Показання виправлено',
  underReview: cabinet.readingUnderReview,
  readingFor: '{kwh} за {period}',
  readingForSum: '{kwh} на {sum} за {period}',

  recalculated: 'Зроблено перерахунок за показаннями',
  recalculatedLess: '{months}: нараховано на {sum} менше',
  recalculatedMore: '{months}: нараховано на {sum} більше',

  correctedLess: 'Коригування: борг менший на {sum}',
  correctedMore: 'Коригування: донараховано {sum}',

  confirmed: 'Оплату {sum} прийнято',
  confirmedUntil: 'Кошти в дорозі, надійдуть до {date}',
  confirmedDetails: 'Кошти в дорозі',
  landed: 'Оплату {sum} зараховано',
  failedPayment: 'Оплата {sum} не відбулася',
  expiredPayment: 'Час на оплату {sum} минув',
  notTaken: 'Гроші не списано',
  reversedPayment: 'Банк скасував оплату {sum}',
  owedAgain: 'Сума знову рахується до сплати',
  refundedPayment: 'Оплату {sum} повернено',
  refundPending: 'Гроші повернуться туди, звідки їх сплачено',
  accessAdded: 'Рахунок додано до кабінету',
  accessLeft: 'Рахунок вилучено з кабінету',
  accessEnded: 'Доступ до рахунку припинено',
  somebody: 'Ім’я не вказано',
  codeRenewed: 'Код рахунку для кабінету змінено',
  codeOnBill: 'Новий код — на наступному рахунку',
  codeReasons: {
    accessEnded: 'Бо хтось втратив доступ. Новий код — на наступному рахунку',
    yearly: 'Раз на рік. Новий код — на наступному рахунку',
  },
  actBilled: 'За актом № {number} виставлено {sum}',
  actDue: 'Строк оплати {due}',
  actPlanned: 'Акт № {number}: оплата частинами',
  actNextPart: 'Найближча частина — {sum}, до {due}',
  actCancelled: 'Акт № {number} скасовано',
  actAdvance: 'Сплачені {sum} зараховано авансом за електроенергію',
  actNothingPaid: 'Сплачувати за ним не потрібно',
  energy: 'За електроенергію',
  act: 'За актом № {number}',
} as const;
