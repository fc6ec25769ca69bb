import { managementMessages } from '#contract/messages/management-messages.ts';
import { type SignIn, sampleSignIns } from '../sample-users.ts';

/** Words that stand where something is still to come, and values that were never put into words. */
export const placeholders =
  /в розробці|незабаром|скоро буде|ще не готов|заглушка|сторінка готується|\bTODO\b|lorem ipsum|placeholder|undefined|\bnull\b|\bNaN\b|\[object|\{\w+\}/i;

/** What only the running sample knows. */
export interface SampleFacts {
  /** The last closed month. */
  readonly period: string;
  /** A payment of 2390001112 that is done. */
  readonly paymentId: string;
}

/** A page as somebody of the sample sees it. */
export interface PageCase {
  readonly who: SignIn;
  readonly account: string;
  /** Beyond the address of the page; absent: nothing. */
  readonly address?: (facts: SampleFacts) => string;
  /** What must be read there. */
  readonly expected: string | RegExp;
}

/** A page of the household's cabinet: who sees what there, and what it does when its calls have no good answer. */
export interface PersonPage extends PageCase {
  /** Other objects for which it looks different. */
  readonly others?: readonly PageCase[];
  /** Its calls, and what is shown when all of them fail: each part alone; absent: it shows nothing that is read. */
  readonly fails?: { readonly calls: readonly string[]; readonly expected: readonly string[] };
  /** Answers that bring nothing to show, and what it says then. */
  readonly empty?: { readonly answers: Readonly<Record<string, object>>; readonly expected: string };
  /** What it says of its own when the network goes. */
  readonly offline?: string;
  /** It is a document: on paper there is nothing around it. */
  readonly isPaper?: true;
}

const { personOfThree, personOfOne, personOfDifficult } = sampleSignIns;
const flat = { who: personOfThree, account: '2390001112' };
const indebted = { who: personOfOne, account: '2390001130' };
const difficult = (place: string) => ({ who: personOfDifficult, account: `23900020${place}` });

/** Every page of the household's cabinet by its address in the list of pages. */
export const personPages: Readonly<Record<string, PersonPage>> = {
  '/cabinet/person': {
    ...indebted,
    address: () => '?account=2390001130',
    expected: /У вас є неоплачені акти про порушення на суму/,
    others: [
      { ...difficult('25'), address: () => '?account=2390002025', expected: 'Переплата' },
      { ...difficult('26'), address: () => '?account=2390002026', expected: 'В дорозі' },
    ],
    fails: {
      calls: ['/api/person/itm_balance', '/api/meters/list', '/api/consumption/history', '/api/events/list'],
      expected: [
        'Не вдалося показати баланс',
        'Не вдалося перевірити, що зробити зараз',
        'Не вдалося показати останні показання',
        'Не вдалося показати новини',
      ],
    },
    empty: { answers: { '/api/events/list': { events: [] } }, expected: 'Поки що тихо.' },
  },
  '/cabinet/person/add-apart': { ...flat, expected: 'Номер особового рахунку' },
  '/cabinet/person/indication': {
    ...flat,
    expected: 'Передати показання',
    others: [
      { ...difficult('09'), expected: 'півпік' },
      { ...difficult('12'), expected: /оператор/i },
      { ...difficult('15'), expected: /вимкнен|відключен/i },
      { ...difficult('16'), expected: /заблок|недоступн|тимчасово/i },
    ],
    fails: {
      calls: ['/api/meters/list', '/api/readings/history'],
      expected: ['Не вдалося завантажити лічильник', 'Не вдалося завантажити історію показань'],
    },
  },
  '/cabinet/person/calculation': {
    ...difficult('09'),
    expected: 'Нараховано станом на',
    fails: { calls: ['/api/get-common'], expected: ['Не вдалося показати розрахунок'] },
  },
  '/cabinet/person/sub-book': {
    ...difficult('07'),
    expected: 'перерахунок',
    others: [{ ...difficult('02'), expected: '№ ' }],
    fails: { calls: ['/api/sub-book/get'], expected: ['Не вдалося показати книжку'] },
    offline: 'Файли чекають мережі.',
    isPaper: true,
  },
  '/cabinet/person/directory/guide': {
    ...flat,
    expected: 'Порадник',
    fails: { calls: ['/api/directory/guide'], expected: ['Не вдалося показати порадник'] },
    empty: {
      answers: { '/api/directory/guide': { sections: [], articles: [] } },
      expected: 'Статей ще немає.',
    },
  },
  '/cabinet/person/directory/laws': {
    ...flat,
    expected: 'Кодекс',
    fails: { calls: ['/api/directory/laws'], expected: ['Не вдалося показати список актів'] },
    empty: { answers: { '/api/directory/laws': { laws: [] } }, expected: 'Список ще порожній.' },
  },
  '/cabinet/person/directory/tariff-history': {
    ...difficult('10'),
    expected: 'грн',
    fails: { calls: ['/api/tariffs/history'], expected: ['Не вдалося показати тарифи'] },
    offline: 'Файл можна буде зберегти, коли з’явиться мережа.',
  },
  '/cabinet/person/directory/indicators-history': {
    ...difficult('01'),
    expected: 'Знайдено',
    fails: { calls: ['/api/readings/history'], expected: ['Не вдалося показати показання'] },
    offline: 'Файл чекає мережі.',
  },
  '/cabinet/person/directory/payment-history': {
    ...difficult('26'),
    expected: 'В дорозі',
    fails: { calls: ['/api/payments/list'], expected: ['Не вдалося показати оплати'] },
    offline: 'Файл чекає мережі.',
  },
  '/cabinet/person/directory/day-night': {
    ...flat,
    expected: 'грн',
    fails: {
      calls: ['/api/consumption/history', '/api/tariffs/history'],
      expected: ['Не вдалося порахувати'],
    },
  },
  '/cabinet/person/docs/reconciliations': {
    ...indebted,
    expected: 'Актів ще немає',
    fails: {
      calls: ['/api/documents/list', '/api/documents/months'],
      expected: [
        'Не вдалося показати складені акти',
        'Не вдалося дізнатися, за які місяці можна скласти акт',
      ],
    },
    offline: 'Запит чекає мережі.',
  },
  '/cabinet/person/tickets': {
    ...indebted,
    expected: 'Прошу розстрочити борг',
    fails: { calls: ['/api/tickets/list'], expected: ['Не вдалося показати звернення'] },
    empty: {
      answers: { '/api/tickets/list': { tickets: [], next: null } },
      expected: 'Звернень ще немає',
    },
  },
  '/cabinet/person/docs/violations': {
    ...difficult('28'),
    expected: 'прострочено',
    fails: { calls: ['/api/acts/list'], expected: ['Не вдалося показати акти про порушення'] },
    empty: {
      answers: {
        '/api/acts/list': {
          acts: [],
          count: 0,
          unpaidCount: 0,
          owed: '0.00',
          message: managementMessages['documents.noViolationActs'],
        },
      },
      expected: managementMessages['documents.noViolationActs'],
    },
    offline: 'Документи чекають мережі.',
  },
  '/cabinet/person/docs/green-tarif': {
    ...difficult('33'),
    expected: 'Віддано в мережу',
    others: [{ ...flat, expected: 'Зелений тариф — для домогосподарств' }],
    fails: { calls: ['/api/feed-in/list'], expected: ['Не вдалося показати зелений тариф'] },
    offline: 'Файл чекає мережі.',
  },
  '/cabinet/person/settings/account': {
    ...flat,
    expected: '+380',
    fails: {
      calls: ['/api/profile/get', '/api/sessions/list'],
      expected: ['Не вдалося показати ваші дані', 'Не вдалося показати ваші сеанси'],
    },
  },
  '/cabinet/person/settings/aparts': {
    ...difficult('01'),
    expected: '2390002033',
    fails: { calls: ['/api/person/objects/list'], expected: ['Не вдалося'] },
    offline: 'Немає мережі. Перейменувати, обрати чи вилучити об’єкт можна буде',
  },
  '/cabinet/person/settings/personal-information': {
    ...indebted,
    expected: 'Прізвище',
    fails: { calls: ['/api/profile/get'], expected: ['Не вдалося показати ваші дані'] },
  },
  '/cabinet/person/settings/notifications': {
    ...flat,
    expected: 'SMS',
    fails: {
      calls: ['/api/notifications/get', '/api/calendar/link'],
      expected: ['Не вдалося показати налаштування сповіщень', 'Не вдалося показати посилання на календар'],
    },
    offline: 'Немає мережі. Змінити налаштування можна буде',
  },
  '/cabinet/person/settings/my-data': {
    ...flat,
    expected: 'Green Button',
    offline: 'Файли можна буде зберегти, коли з’явиться мережа.',
  },
  '/cabinet/person/bills': {
    ...indebted,
    expected: 'До актів',
    others: [{ ...difficult('20'), expected: 'грн' }],
    fails: { calls: ['/api/bills/list'], expected: ['Не вдалося завантажити рахунки'] },
    empty: {
      answers: { '/api/bills/list': { due: '0.00', bills: [] } },
      expected: 'Рахунків за цим об’єктом ще немає.',
    },
  },
  '/cabinet/person/bills/$period': {
    ...difficult('06'),
    address: ({ period }) => period,
    expected: 'До сплати',
    others: [
      { ...difficult('01'), address: ({ period }) => period, expected: '№ ' },
      { ...difficult('17'), address: ({ period }) => period, expected: '№ ' },
    ],
    fails: { calls: ['/api/bills/get'], expected: ['Не вдалося показати рахунок'] },
    isPaper: true,
  },
  '/cabinet/person/payments/$paymentId': {
    ...flat,
    address: ({ paymentId }) => paymentId,
    expected: 'Гроші',
    fails: { calls: ['/api/payments/state'], expected: ['Не вдалося дізнатися, що з платежем'] },
    isPaper: true,
  },
};
