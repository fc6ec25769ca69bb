import type { ConversationAct } from '#domain/conversations/conversation-state.ts';
import { addMonths, type BillingPeriod, periodOf } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';

/** What somebody wrote in a ticket of the sample: the first message of the customer opens it. */
interface SampleWord {
  readonly daysAgo: number;
  readonly hour: number;
  readonly by: 'customer' | 'operator';
  readonly act: ConversationAct;
  readonly text: string;
}

interface TicketPlan {
  readonly account: string;
  readonly topicId: string;
  readonly title: string;
  readonly fields: (lastMonth: BillingPeriod) => Readonly<Record<string, string>>;
  readonly words: readonly [SampleWord, ...SampleWord[]];
  /** Whether the customer has seen the last word. */
  readonly isRead: boolean;
  readonly chat?: 'becameTicket' | 'stayed';
  /** It was answered after its term: what became of the compensation. */
  readonly compensation?: 'proposed' | 'booked' | 'excluded';
}

const said = (daysAgo: number, hour: number, text: string): SampleWord => ({
  daysAgo,
  hour,
  by: 'customer',
  act: 'customerMessage',
  text,
});
const answered = (
  daysAgo: number,
  hour: number,
  text: string,
  act: ConversationAct = 'answer',
): SampleWord => ({ daysAgo, hour, by: 'operator', act, text });

const plans: readonly TicketPlan[] = [
  {
    account: '2390001111',
    topicId: 'billCheck',
    title: 'Рахунок за місяць удвічі більший',
    fields: (period) => ({ period, reading: '12420' }),
    words: [
      said(3, 11, 'У рахунку спожито вдвічі більше, ніж торік. На лічильнику зараз 12420.'),
      answered(
        1,
        15,
        'Дякуємо, що написали. Щоб перевірити показання, надішліть, будь ласка, фото лічильника з номером і показанням.',
        'askCustomer',
      ),
    ],
    isRead: false,
  },
  {
    account: '2390001111',
    topicId: 'certificate',
    title: 'Довідка про споживання для субсидії',
    fields: (period) => ({ from: addMonths(period, -11), to: period, purpose: 'субсидія' }),
    words: [
      said(12, 10, 'Потрібна довідка про споживання за рік для управління соцзахисту.'),
      answered(
        9,
        14,
        'Довідку за рік складено. Споживання за кожен місяць є також у розділі «Документи», абонентська книжка: її можна завантажити й роздрукувати.',
      ),
    ],
    isRead: false,
  },
  {
    account: '2390001111',
    topicId: 'paymentMissing',
    title: 'Платіж через касу ще не видно',
    fields: () => ({ sum: '500,00', bank: 'каса банку' }),
    words: [said(0, 9, 'Вчора сплатив у касі 500 грн, у кабінеті їх немає.')],
    isRead: true,
  },
  {
    account: '2390001130',
    topicId: 'instalments',
    title: 'Прошу розстрочити борг',
    fields: () => ({ sum: '3200,00', months: '6' }),
    words: [
      said(6, 12, 'Прошу розділити борг на шість місяців.'),
      answered(4, 11, 'Заявку передано фахівцю з розрахунків. Відповімо до кінця строку.', 'staffMessage'),
    ],
    isRead: true,
  },
  {
    account: '2390001130',
    topicId: 'violationAct',
    title: 'Не згоден з актом про порушення',
    fields: () => ({ actNumber: '46-17' }),
    words: [
      said(8, 16, 'Пломба була ціла, прошу переглянути акт.'),
      answered(7, 10, 'Звернення передано оператору системи розподілу, який склав акт.', 'forward'),
    ],
    isRead: true,
  },
  {
    account: '2390001130',
    topicId: 'terms',
    title: 'Чи зміниться тариф',
    fields: () => ({}),
    words: [
      said(50, 13, 'Чи зміниться ціна для населення з нового місяця?'),
      answered(47, 12, 'Ні, ціна лишається такою самою. Історія тарифів — у розділі «Довідник».'),
      { ...answered(15, 9, ''), by: 'customer', act: 'customerClose' },
    ],
    isRead: true,
  },
  {
    account: '2390001130',
    topicId: 'other',
    title: 'Чи можна платити за дві квартири разом?',
    fields: () => ({}),
    words: [
      said(2, 12, 'Чи можна платити за дві квартири разом?'),
      answered(
        2,
        12,
        'Так. В одному платежі можна сплатити за кілька об’єктів: на кожен рахунок надійде його сума.',
      ),
      { ...answered(1, 12, ''), by: 'customer', act: 'customerClose' },
    ],
    isRead: true,
    chat: 'stayed',
  },
  {
    account: '2390001130',
    topicId: 'other',
    title: 'Хто міняє лічильник після заміни проводки?',
    fields: () => ({}),
    words: [said(1, 21, 'Хто міняє лічильник після заміни проводки? Електрик каже, що пломбу треба зняти.')],
    isRead: true,
    chat: 'becameTicket',
  },
  {
    account: '1000000002',
    topicId: 'meterData',
    title: 'Розбіжність обсягів за двома точками',
    fields: (period) => ({ period, eicCodes: '62Z0000000000001' }),
    words: [
      said(4, 10, 'За даними АСКОЕ обсяг менший, ніж в акті. Просимо звірити погодинні дані.'),
      answered(
        2,
        16,
        'Запитали погодинні дані в оператора. Повідомимо, щойно вони надійдуть.',
        'staffMessage',
      ),
    ],
    isRead: true,
  },
  {
    account: '1000000002',
    topicId: 'accounting',
    title: 'Немає податкової накладної за місяць',
    fields: (period) => ({ period }),
    words: [
      said(10, 9, 'Накладної за минулий місяць немає серед документів.'),
      answered(6, 17, 'Накладну зареєстровано, вона вже є в розділі «Документи».'),
    ],
    isRead: false,
  },
  {
    account: '1000000002',
    topicId: 'voltage',
    title: 'Просідання напруги в магазині',
    fields: () => ({ phases: 'усі', hours: '18:00–21:00' }),
    words: [
      said(5, 18, 'Увечері напруга падає до 190 В, вимикаються холодильники.'),
      answered(4, 9, 'Передали оператору системи розподілу для вимірювання.', 'forward'),
    ],
    isRead: true,
  },
  {
    account: '2390001113',
    topicId: 'billCheck',
    title: 'Чому в рахунку інший тариф',
    fields: (period) => ({ period }),
    words: [
      said(22, 10, 'У рахунку ціна не та, що в договорі. Перевірте, будь ласка.'),
      answered(9, 16, 'Перевірили: ціна правильна, її змінено для всіх. Перепрошуємо за довгу відповідь.'),
    ],
    isRead: true,
    compensation: 'proposed',
  },
  {
    account: '2390001113',
    topicId: 'paymentMissing',
    title: 'Оплата на інший рахунок',
    fields: () => ({ sum: '310,00', bank: 'застосунок банку' }),
    words: [
      said(30, 15, 'Помилився цифрою в номері рахунку. Переведіть гроші, будь ласка.'),
      answered(28, 12, 'Надішліть, будь ласка, квитанцію: без неї платіж не знайти.', 'askCustomer'),
      said(17, 19, 'Надіслав квитанцію поштою.'),
      answered(15, 11, 'Знайшли й перевели на ваш рахунок.'),
    ],
    isRead: true,
    compensation: 'excluded',
  },
  {
    account: '1000000003',
    topicId: 'billCheck',
    title: 'Обсяг у рахунку не збігається з актом',
    fields: (period) => ({ period }),
    words: [
      said(24, 9, 'У рахунку за складом на 40 кВт·год більше, ніж в акті.'),
      answered(10, 13, 'Різницю перераховано, вона є в рядку «Перерахунок». Перепрошуємо за затримку.'),
      { ...answered(9, 10, ''), by: 'customer', act: 'customerClose' },
    ],
    isRead: true,
    compensation: 'booked',
  },
  {
    account: '1000000001',
    topicId: 'contractTerms',
    title: 'Зміна директора в договорі',
    fields: () => ({}),
    words: [
      said(7, 12, 'Змінився керівник, просимо внести зміни до договору.'),
      answered(5, 11, 'Надішліть, будь ласка, витяг з ЄДР і наказ про призначення.', 'askCustomer'),
    ],
    isRead: false,
  },
  {
    account: '1000000001',
    topicId: 'other',
    title: 'Як підключити ще одного працівника',
    fields: () => ({}),
    words: [said(1, 17, 'Хочемо, щоб показання передавав інший працівник.')],
    isRead: true,
  },
];

/** Tickets of the sample as of a day, of both customer types and in every state, the oldest first. */
export function sampleTickets(today: LocalDate) {
  const lastMonth = addMonths(periodOf(today), -1);
  const momentOf = ({ daysAgo, hour }: SampleWord) => kyivInstant(addDays(today, -daysAgo), hour, 0);
  return plans
    .map(({ fields, words, ...plan }) => {
      const subject: Record<string, string> = { ...fields(lastMonth) };
      if (plan.topicId === 'paymentMissing') subject.paidOn = addDays(today, -1);
      if (plan.topicId === 'voltage') subject.since = addDays(today, -8);
      return { ...plan, subject, words: words.map((word) => ({ ...word, at: momentOf(word) })) };
    })
    .sort((one, other) => (one.words[0]?.at ?? 0) - (other.words[0]?.at ?? 0));
}

/** A word that was not said yet at the moment when the sample is made is left out. */
export const hasHappened = ({ at }: { readonly at: Instant }, now: Instant) => at <= now;
