import { type NotificationKind, notificationKinds } from '#contract/notifications.ts';
import { formatMoney, moneyFromWire } from '#domain/money.ts';
import { tableOf } from '#domain/table-of.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { kyivTimeOf } from '#domain/time/kyiv.ts';
import { formatDate, localDate, parseLocalDate } from '#domain/time/local-date.ts';
import { monthWords } from '#domain/time/month-names.template.ts';

/** Kinds of notices of an account: what a person chooses among, and what a person asked for by itself. */
export const noticeKinds = [...notificationKinds, 'paymentReminder'] as const;
export type NoticeKind = NotificationKind | 'paymentReminder';

/** What fills news and reminders: values as they travel ('432.50', '2026-12-20', '2026-11', ISO moments). */
type Params = Readonly<Record<string, string>>;

/** One notice in the words of every channel. */
export interface NoticeWords {
  readonly subject: string;
  readonly sms: string;
  readonly mail: string;
  /** What a browser shows below the subject. */
  readonly push: string;
  /** Page of the cabinet that it is about. */
  readonly path: string;
}

const settingsPath = '/cabinet/person/settings/notifications';

/** Where a page of a person is in the cabinet of legal entities; a bill is an invoice there. */
const entityPages: Readonly<Record<string, string>> = tableOf({
  '/cabinet/person': '/cabinet/entity/bills/balance',
  '/cabinet/person/indication': '/cabinet/entity/indication',
  '/cabinet/person/directory/indicators-history': '/cabinet/entity/indication',
  '/cabinet/person/directory/payment-history': '/cabinet/entity/bills/payments',
  '/cabinet/person/settings/aparts': '/cabinet/entity',
  [settingsPath]: '/cabinet/entity/settings/notifications',
});

/** The address of a page in the cabinet of whom a notice is for. */
function inCabinet(page: string, { cabinet, period }: Params): string {
  if (cabinet !== 'entity') return page;
  return entityPages[page] ?? `/cabinet/entity/bills/invoices?period=${period}`;
}

const moneyIn = ({ sum = '0.00' }: Params) => `${formatMoney(moneyFromWire(sum))}\u00a0грн`;
const dateIn = ({ dueOn = '' }: Params) => formatDate(localDate(dueOn));
const shortDate = (date: string) => date.slice(0, 5);
const periodIn = ({ period = '' }: Params) => monthWords(period);
const isOwed = ({ sum = '' }: Params) => /[1-9]/.test(sum) && !sum.startsWith('-');

/** The last moment of a window in words: midnight belongs to the day before. */
function closing({ closesAt = '' }: Params): { readonly date: string; readonly time: string } {
  const moment = instantFromIso(closesAt);
  const { date, hour, minute } = kyivTimeOf(moment);
  if (hour === 0 && minute === 0) {
    return { date: formatDate(kyivTimeOf((moment - 1) as Instant).date), time: '24:00' };
  }
  return { date: formatDate(date), time: `${hour}:${String(minute).padStart(2, '0')}` };
}

/** Several objects in one message are counted, one is named. */
const areSeveral = ({ objects = '1' }: Params) => objects !== '1';
const whichShort = (params: Params) => {
  if (areSeveral(params)) return `Об’єктів: ${params.objects}.`;
  return params.account === undefined ? 'Без об’єкта.' : `О/р ${params.account}.`;
};
const which = (params: Params) => {
  if (areSeveral(params)) return `Об’єктів: ${params.objects}`;
  if (params.account === undefined) return 'Без об’єкта';
  return `${params.name ? `${params.name}, о` : 'О'}собовий рахунок ${params.account}`;
};

/** Where it leads: to the account that it is about, if there is one alone. */
const pageOf = (page: string, params: Params) =>
  areSeveral(params) || params.account === undefined
    ? page
    : `${page}${page.includes('?') ? '&' : '?'}account=${params.account}`;

/** How many points come to their limit, and the one that comes the farthest. */
function pointsNear({ points = '0', worst = '', percent = '' }: Params): string {
  if (points === '0' || worst === '') return '';
  return `. Точок: ${points}, найбільше — ${worst}${percent && ` (${percent} %)`}`;
}

interface NoticeTexts {
  readonly subject: string;
  readonly sms: string;
  /** One or two sentences, for mail and browser alike. */
  readonly text: string;
  readonly path: string;
  /** In the cabinet of legal entities, where it is no page that persons have. */
  readonly entityPath?: string;
}

/** Who came to an account or left it; `forYou`: it is the reader's own access that ended. */
function accessWords({ change = '', who = '', forYou = '' }: Params): Omit<NoticeTexts, 'path'> {
  if (forYou !== '') {
    return {
      subject: 'Ваш доступ припинено',
      sms: 'ваш доступ до рахунку припинено.',
      text: 'Ваш доступ до рахунку припинив споживач за договором або постачальник.',
    };
  }
  if (change === 'asked') {
    return {
      subject: 'Просять доступ до рахунку',
      sms: `просять доступ: ${who}.`,
      text: `${who} просить доступ до рахунку. Дозволити чи відмовити можна в налаштуваннях об’єктів.`,
    };
  }
  if (change === 'added') {
    return {
      subject: 'Новий доступ до рахунку',
      sms: `новий доступ: ${who}.`,
      text: `Рахунок додано до кабінету: ${who}. Якщо ви не знаєте, хто це, припиніть доступ у налаштуваннях об’єктів.`,
    };
  }
  return {
    subject: 'Доступ до рахунку припинено',
    sms: `доступ припинено: ${who}.`,
    text: `Доступ до рахунку припинено: ${who}.`,
  };
}

/** Only legal entities have contract volumes. */
const limitsPage = ({ period }: Params) => ({
  path: '/cabinet/person/indication',
  entityPath: `/cabinet/entity/limits?month=${period}`,
});
/** What became of a ticket: `step` names it, `number` is its №, `dueOn` the day of the answer. */
/** News of a chat: a word of an operator that came to no open page, or a question to the customer. */
function chatWords({ step = '' }: Params): Omit<NoticeTexts, 'path'> {
  const isQuestion = step === 'waitingCustomer';
  return {
    subject: isQuestion ? 'Запитання до вас у чаті' : 'Відповідь у чаті',
    sms: isQuestion ? 'оператор чекає на вас у чаті.' : 'є відповідь у чаті.',
    text: isQuestion
      ? 'Оператор поставив вам запитання в чаті. Відкрийте кабінет, щоб відповісти.'
      : 'Оператор відповів вам у чаті. Прочитайте відповідь у кабінеті.',
  };
}

function ticketWords({ step = '', number = '', dueOn = '' }: Params): Omit<NoticeTexts, 'path'> {
  const ticket = `звернення № ${number}`;
  switch (step) {
    case 'answered':
      return {
        subject: `Відповідь на ${ticket}`,
        sms: `є відповідь на ${ticket}.`,
        text: `На ${ticket} надано відповідь. Прочитайте її в кабінеті.`,
      };
    case 'waitingCustomer':
      return {
        subject: `Потрібні дані до звернення № ${number}`,
        sms: `потрібні дані: ${ticket}.`,
        text: `Щоб відповісти на ${ticket}, потрібні ваші дані. Що саме — у кабінеті.`,
      };
    case 'waitingOperator':
      return {
        subject: `Звернення № ${number} передано`,
        sms: `${ticket} передано ОСР.`,
        text: `Звернення № ${number} передано оператору системи розподілу.`,
      };
    case 'closed':
      return {
        subject: `Звернення № ${number} закрито`,
        sms: `${ticket} закрито.`,
        text: `Звернення № ${number} закрито. Якщо питання лишилося, напишіть у ньому ще раз.`,
      };
    case 'compensated':
      return {
        subject: `Компенсація за звернення № ${number}`,
        sms: `компенсація: ${ticket}.`,
        text: `Ми не відповіли на звернення № ${number} у строк. Компенсацію зараховано на ваш рахунок, сума — у зверненні.`,
      };
    case 'message':
      return {
        subject: `Повідомлення у зверненні № ${number}`,
        sms: `нове повідомлення: ${ticket}.`,
        text: `У зверненні № ${number} нове повідомлення постачальника.`,
      };
    default:
      return {
        subject: `Звернення № ${number} зареєстровано`,
        sms: `${ticket} прийнято${dueOn && `, до ${shortDate(formatDate(localDate(dueOn)))}`}.`,
        text: `Звернення № ${number} зареєстровано.${dueOn && ` Відповідь надамо до ${formatDate(localDate(dueOn))}.`}`,
      };
  }
}

/** What an operator can do with a reading under review. */
export const reviewDecisions = ['accepted', 'acceptedAnother', 'rejected', 'photoAsked'] as const;

/** A reading under review, or what was decided about it, with the next step. */
function reviewTexts(params: Params): Omit<NoticeTexts, 'path'> {
  const reading = `Показання за ${periodIn(params)}`;
  const why = params.reason ? ` ${params.reason}` : '';
  switch (params.step) {
    case 'accepted':
      return {
        subject: 'Показання перевірено і прийнято',
        sms: 'показання перевірено і прийнято.',
        text: `${reading} перевірено і прийнято.`,
      };
    case 'acceptedAnother':
      return {
        subject: 'Прийнято інше значення показання',
        sms: 'за перевіркою прийнято інше показання.',
        text: `${reading} перевірено: прийнято інше значення. Його видно в історії показань.${why}`,
      };
    case 'rejected':
      return {
        subject: 'Показання відхилено',
        sms: 'показання відхилено, передайте нове.',
        text: `${reading} відхилено, його не враховано. Причина: ${params.reason ?? ''} Передайте показання ще раз.`,
      };
    case 'photoAsked':
      return {
        subject: 'Потрібне фото лічильника',
        sms: 'додайте фото лічильника до показання.',
        text: `Щоб прийняти показання за ${periodIn(params)}, потрібне фото лічильника. Додайте його в історії показань.${why}`,
      };
    default:
      return waitingTexts(params);
  }
}

/** A reading, or readings of many meters, that an operator has not decided yet. */
function waitingTexts(params: Params): Omit<NoticeTexts, 'path'> {
  const { accepted, underReview, reviewBy = '' } = params;
  const [byDay, byShortDay] =
    parseLocalDate(reviewBy) === undefined
      ? ['', '']
      : [` до ${formatDate(localDate(reviewBy))}`, ` до ${shortDate(formatDate(localDate(reviewBy)))}`];
  const reading = `Показання за ${periodIn(params)}`;
  if (underReview === undefined)
    return {
      subject: 'Показання перевіряє оператор',
      sms: `показання перевірить оператор${byShortDay}.`,
      text: `${reading} перевірить оператор${byDay}.`,
    };
  const isSomeAccepted = Number(accepted) > 0;
  return {
    subject: 'Показання перевіряє оператор',
    sms: `показання: ${isSomeAccepted ? `прийнято ${accepted}, ` : ''}на перевірці ${underReview}.`,
    text: `${reading}: ${isSomeAccepted ? `${accepted} прийнято, ` : ''}${underReview} перевірить оператор${byDay}.`,
  };
}

/** An act is to be signed only where documents are exchanged with signatures. */
function actWords(params: Params): Pick<NoticeTexts, 'subject' | 'sms' | 'text'> {
  const act = `Акт приймання-передачі за ${periodIn(params)}`;
  if (params.exchange === 'signature') {
    return {
      subject: 'Акт чекає підпису',
      sms: `підпишіть акт за ${periodIn(params)}.`,
      text: `${act} чекає вашого підпису.`,
    };
  }
  return {
    subject: `Акт за ${periodIn(params)}`,
    sms: `акт за ${periodIn(params)} у кабінеті.`,
    text:
      params.exchange === 'paper'
        ? `${act} складено. Паперовий примірник надійде за договором, копія — в кабінеті.`
        : `${act} складено, він у кабінеті. Підписувати його не потрібно.`,
  };
}

/** What became of a violation act; numbers of acts are too long for one SMS. */
function violationActWords(params: Params): Pick<NoticeTexts, 'subject' | 'sms' | 'text'> {
  const act = `Акт про порушення № ${params.number}`;
  switch (params.step) {
    case 'cancelled':
      return {
        subject: 'Акт про порушення скасовано',
        sms: 'акт про порушення скасовано.',
        text: `${act} скасовано: платити за ним не потрібно.${
          isOwed(params) ? ` Сплачені ${moneyIn(params)} зараховано авансом за електроенергію.` : ''
        }`,
      };
    case 'planned':
      return {
        subject: 'Акт про порушення: сплата частинами',
        sms: `частина за актом ${moneyIn(params)} до ${shortDate(dateIn(params))}.`,
        text: `${act} сплачується частинами, усього їх ${params.parts}. Перша — ${moneyIn(params)}, до ${dateIn(params)}.`,
      };
    default:
      return {
        subject: 'Рахунок за актом про порушення',
        sms: `акт про порушення: ${moneyIn(params)} до ${shortDate(dateIn(params))}.`,
        text: `За актом про порушення № ${params.number} до сплати ${moneyIn(params)} до ${dateIn(params)}, окремо від електроенергії.`,
      };
  }
}

const textsOf: Readonly<Record<NoticeKind, (params: Params) => NoticeTexts>> = {
  billIssued: (params) => ({
    subject: `Рахунок за ${periodIn(params)}`,
    sms: isOwed(params)
      ? `рахунок ${moneyIn(params)}, сплатити до ${shortDate(dateIn(params))}.`
      : `рахунок за ${periodIn(params)}: сплачувати нічого.`,
    text: isOwed(params)
      ? `До сплати ${moneyIn(params)} до ${dateIn(params)}.`
      : 'Сплачувати нічого не потрібно.',
    path: `/cabinet/person/bills/${params.period}`,
  }),
  paymentConfirmed: (params) => ({
    subject: 'Оплату прийнято',
    sms: `оплату ${moneyIn(params)} прийнято.`,
    text: `Оплату ${moneyIn(params)} прийнято.`,
    path: '/cabinet/person/directory/payment-history',
  }),
  paymentFailed: (params) => ({
    subject: 'Оплата не відбулася',
    sms: `оплата ${moneyIn(params)} не відбулася.`,
    text: `Оплата ${moneyIn(params)} не відбулася, гроші не списано.`,
    path: '/cabinet/person',
  }),
  paymentReturned: (params) => ({
    subject: 'Оплату повернено',
    sms: `оплату ${moneyIn(params)} повернено.`,
    text: `Оплату ${moneyIn(params)} повернено, сума знову рахується до сплати.`,
    path: '/cabinet/person/directory/payment-history',
  }),
  violationAct: (params) => ({
    ...violationActWords(params),
    path: '/cabinet/person/docs/violations',
    entityPath: '/cabinet/entity/docs/violations',
  }),
  readingAccepted: (params) => ({
    ...(params.isPart
      ? {
          subject: 'Показання передано не все',
          sms: 'прийнято не всі зони, передайте решту.',
          text: `За ${periodIn(params)} прийнято показання не всіх зон. Передайте решту, щоб не рахувати за середнім.`,
        }
      : {
          subject: 'Показання прийнято',
          sms: `показання за ${periodIn(params)} прийнято.`,
          text: `Показання за ${periodIn(params)} прийнято.`,
        }),
    path: '/cabinet/person/indication',
  }),
  readingUnderReview: (params) => ({
    ...reviewTexts(params),
    path:
      params.step === 'rejected'
        ? '/cabinet/person/indication'
        : '/cabinet/person/directory/indicators-history',
  }),
  accessChanged: (params) => ({
    ...accessWords(params),
    path: '/cabinet/person/settings/aparts',
  }),
  windowOpens: (params) => {
    const { date, time } = closing(params);
    return {
      subject: 'Час передати показання',
      sms: `передайте показання до ${shortDate(date)} ${time}.`,
      text: `Передайте показання лічильника до ${date} ${time}.`,
      path: '/cabinet/person/indication',
    };
  },
  windowCloses: (params) => {
    const { time } = closing(params);
    return {
      subject: 'Останній день показань',
      sms: `показання — сьогодні до ${time}.`,
      text: `Показань ще немає. Передайте їх сьогодні до ${time}, інакше рахунок буде за середнім споживанням.`,
      path: '/cabinet/person/indication',
    };
  },
  dueSoon: (params) => ({
    subject: `Сплатіть до ${shortDate(dateIn(params))}`,
    sms: `сплатіть ${moneyIn(params)} до ${shortDate(dateIn(params))}.`,
    text: `До сплати ${moneyIn(params)}. Останній день оплати — ${dateIn(params)}.`,
    path: `/cabinet/person/bills/${params.period}`,
  }),
  actToSign: (params) => ({
    ...actWords(params),
    path: '/cabinet/person',
    entityPath: `/cabinet/entity/docs/payment?period=${params.period}`,
  }),
  supplierMessage: ({ title = '' }) => ({
    subject: 'Повідомлення постачальника',
    sms: 'нове повідомлення в кабінеті.',
    text: `Постачальник написав вам: «${title}». Увесь текст — у вашому кабінеті.`,
    path: '/cabinet/person/tickets',
    entityPath: '/cabinet/entity/tickets',
  }),
  limitApproved: (params) => ({
    subject: 'Коригування обсягів погоджено',
    sms: `коригування за ${periodIn(params)} погоджено.`,
    text: `Постачальник погодив коригування обсягів за ${periodIn(params)}. Нові обсяги запрацюють, коли він їх застосує.`,
    ...limitsPage(params),
  }),
  limitDeclined: (params) => ({
    subject: 'Коригування обсягів відхилено',
    sms: `коригування за ${periodIn(params)} відхилено.`,
    text: `Постачальник відхилив коригування обсягів за ${periodIn(params)}. Причина: ${params.reason}`,
    ...limitsPage(params),
  }),
  limitApplied: (params) => ({
    subject: 'Нові договірні обсяги діють',
    sms: `нові обсяги за ${periodIn(params)} діють.`,
    text: `Скориговані обсяги за ${periodIn(params)} застосовано: вони вже діють.`,
    ...limitsPage(params),
  }),
  ticketNews: (params) => ({
    ...(params.chat === undefined ? ticketWords(params) : chatWords(params)),
    path: params.chat === undefined ? `/cabinet/person/tickets?ticket=${params.ticket}` : '/cabinet/person',
    entityPath: `/cabinet/entity/tickets?ticket=${params.ticket}`,
  }),
  plannedSoon: (params) => ({
    subject: `Плановий платіж до ${shortDate(dateIn(params))}`,
    sms: `плановий платіж ${moneyIn(params)} до ${shortDate(dateIn(params))}.`,
    text: `Плановий платіж за ${periodIn(params)}: ${moneyIn(params)}. Останній день оплати — ${dateIn(params)}.`,
    path: '/cabinet/person',
  }),
  limitNear: (params) => ({
    subject: 'Договірний обсяг майже вичерпано',
    sms: `близько межі обсягу за ${periodIn(params)}.`,
    text: `За прогнозом, за ${periodIn(params)} буде спожито 90 % і більше договірного обсягу${pointsNear(params)}.`,
    ...limitsPage(params),
  }),
  paymentReminder: (params) => ({
    subject: 'Нагадування про оплату',
    sms: `ви просили нагадати: сплатіть ${moneyIn(params)}.`,
    text: `Ви просили нагадати про оплату. До сплати ${moneyIn(params)}.${
      params.dueOn ? ` Останній день оплати — ${dateIn(params)}.` : ''
    }`,
    path: '/cabinet/person',
  }),
};

/**
 * News or a reminder in the words of every channel. One SMS holds 70 characters of Cyrillic (facts 6); `params.site` is the
 * address of the cabinet, which mail names and the SMS with `params.stop`, the path that stops a reminder; `params.cabinet` 'entity' leads to the cabinet of legal entities; `params.attached` is there when a bill comes with the mail.
 */
export function noticeWords(kind: NoticeKind, params: Params): NoticeWords {
  const { subject, sms, text, path: page, entityPath } = textsOf[kind](params);
  const inOwnCabinet = params.cabinet === 'entity' ? entityPath : undefined;
  const path = pageOf(inOwnCabinet ?? inCabinet(page, params), params);
  return {
    subject,
    sms: `Світло: ${sms} ${whichShort(params)}${params.stop === undefined ? '' : ` Вимкнути: ${params.site ?? ''}${params.stop}`}`,
    mail: `${text}${params.attached === undefined ? '' : ' Рахунок у форматі PDF — у вкладенні.'}

${which(params)}
${params.site ?? ''}${path}

Про що і як вас сповіщати, обирайте тут:
${params.site ?? ''}${inCabinet(settingsPath, params)}${
  params.stop === undefined
    ? ''
    : `

Не нагадувати про це більше, без входу до кабінету:
${params.site ?? ''}${params.stop}`
}`,
    push: `${text} ${which(params)}`,
    path,
  };
}
