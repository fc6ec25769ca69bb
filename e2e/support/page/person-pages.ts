import { supportMessages } from '#contract/messages/support-messages.ts';
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
  readonly says: string | RegExp;
}

/** A page of the household's cabinet: who sees what there, and what it does when its calls have no good answer. */
export interface PersonPage extends PageCase {
  /** Other objects for which it looks different. */
  readonly others?: readonly PageCase[];
  /** Its calls, and what is told when all of them fail: each part alone; absent: it shows nothing that is read. */
  readonly fails?: { readonly calls: readonly string[]; readonly says: readonly string[] };
  /** Answers that bring nothing to show, and what it says then. */
  readonly empty?: { readonly answers: Readonly<Record<string, object>>; readonly says: string };
  /** What it says of its own when the network goes. */
  readonly offline?: string;
  /** It is a document: on paper there is nothing around it. */
  readonly isPaper?: true;
}

const { personOfThree, personOfOne, personOfDifficult } = sampleSignIns;
const flat = { who: personOfThree, account: '2390001112' };
const indebted = { who: personOfOne, account: '2390001130' };
const difficult = (place: string) => ({ who: personOfDifficult, account: `23900020${place}` });

/** Every page of the household's cabinet, tickets apart, by its address in the list of pages. */
export const personPages: Readonly<Record<string, PersonPage>> = {
  '/cabinet/person': {
    ...indebted,
    address: () => '?account=2390001130',
    says: 'неоплачені акти про порушення',
    others: [
      { ...difficult('25'), address: () => '?account=2390002025', says: 'Переплата' },
      { ...difficult('26'), address: () => '?account=2390002026', says: 'В дорозі' },
    ],
    fails: {
      calls: ['/api/person/itm_balance', '/api/meters/list', '/api/consumption/history', '/api/events/list'],
      says: [
        'Не вдалося показати баланс',
        'Не вдалося перевірити, що зробити зараз',
        'Не вдалося показати останні показання',
        'Не вдалося показати новини',
      ],
    },
    empty: { answers: { '/api/events/list': { events: [] } }, says: 'Поки що тихо.' },
  },
  '/cabinet/person/add-apart': { ...flat, says: 'Номер особового рахунку' },
  '/cabinet/person/indication': {
    ...flat,
    says: 'Передати показання',
    others: [
      { ...difficult('09'), says: 'півпік' },
      { ...difficult('12'), says: /оператор/i },
      { ...difficult('15'), says: /вимкнен|відключен/i },
      { ...difficult('16'), says: /заблок|недоступн|тимчасово/i },
    ],
    fails: {
      calls: ['/api/meters/list', '/api/readings/history'],
      says: ['Не вдалося завантажити лічильник', 'Не вдалося завантажити історію показань'],
    },
  },
  '/cabinet/person/calculation': {
    ...difficult('09'),
    says: 'Нараховано станом на',
    fails: { calls: ['/api/get-common'], says: ['Не вдалося показати розрахунок'] },
  },
  '/cabinet/person/sub-book': {
    ...difficult('07'),
    says: 'перерахунок',
    others: [{ ...difficult('02'), says: '№ ' }],
    fails: { calls: ['/api/sub-book/get'], says: ['Не вдалося показати книжку'] },
    offline: 'Файли чекають мережі.',
    isPaper: true,
  },
  '/cabinet/person/directory/guide': {
    ...flat,
    says: 'Порадник',
    fails: { calls: ['/api/directory/guide'], says: ['Не вдалося показати порадник'] },
    empty: { answers: { '/api/directory/guide': { sections: [], articles: [] } }, says: 'Статей ще немає.' },
  },
  '/cabinet/person/directory/laws': {
    ...flat,
    says: 'Кодекс',
    fails: { calls: ['/api/directory/laws'], says: ['Не вдалося показати список актів'] },
    empty: { answers: { '/api/directory/laws': { laws: [] } }, says: 'Список ще порожній.' },
  },
  '/cabinet/person/directory/tariff-history': {
    ...difficult('10'),
    says: 'грн',
    fails: { calls: ['/api/tariffs/history'], says: ['Не вдалося показати тарифи'] },
    offline: 'Файл можна буде зберегти, коли з’явиться мережа.',
  },
  '/cabinet/person/directory/indicators-history': {
    ...difficult('01'),
    says: 'Знайдено',
    fails: { calls: ['/api/readings/history'], says: ['Не вдалося показати показання'] },
    offline: 'Файл чекає мережі.',
  },
  '/cabinet/person/directory/payment-history': {
    ...difficult('26'),
    says: 'В дорозі',
    fails: { calls: ['/api/payments/list'], says: ['Не вдалося показати оплати'] },
    offline: 'Файл чекає мережі.',
  },
  '/cabinet/person/directory/day-night': {
    ...flat,
    says: 'грн',
    fails: {
      calls: ['/api/consumption/history', '/api/tariffs/history'],
      says: ['Не вдалося порахувати'],
    },
  },
  '/cabinet/person/docs/reconciliations': {
    ...indebted,
    says: 'Актів ще немає',
    fails: {
      calls: ['/api/documents/list', '/api/documents/months'],
      says: ['Не вдалося показати складені акти', 'Не вдалося дізнатися, за які місяці можна скласти акт'],
    },
    offline: 'Запит чекає мережі.',
  },
  '/cabinet/person/docs/violations': {
    ...difficult('28'),
    says: 'прострочено',
    fails: { calls: ['/api/acts/list'], says: ['Не вдалося показати акти про порушення'] },
    empty: {
      answers: {
        '/api/acts/list': {
          acts: [],
          count: 0,
          unpaidCount: 0,
          owed: '0.00',
          message: supportMessages['documents.noViolationActs'],
        },
      },
      says: supportMessages['documents.noViolationActs'],
    },
    offline: 'Документи чекають мережі.',
  },
  '/cabinet/person/docs/green-tarif': {
    ...difficult('33'),
    says: 'Віддано в мережу',
    others: [{ ...flat, says: 'Зелений тариф — для домогосподарств' }],
    fails: { calls: ['/api/feed-in/list'], says: ['Не вдалося показати зелений тариф'] },
    offline: 'Файл чекає мережі.',
  },
  '/cabinet/person/settings/account': {
    ...flat,
    says: '+380',
    fails: {
      calls: ['/api/profile/get', '/api/sessions/list'],
      says: ['Не вдалося показати ваші дані', 'Не вдалося показати ваші сеанси'],
    },
  },
  '/cabinet/person/settings/aparts': {
    ...difficult('01'),
    says: '2390002033',
    fails: { calls: ['/api/person/objects/list'], says: ['Не вдалося'] },
    offline: 'Немає мережі. Перейменувати, обрати чи вилучити об’єкт можна буде',
  },
  '/cabinet/person/settings/personal-information': {
    ...indebted,
    says: 'Прізвище',
    fails: { calls: ['/api/profile/get'], says: ['Не вдалося показати ваші дані'] },
  },
  '/cabinet/person/settings/notifications': {
    ...flat,
    says: 'SMS',
    fails: {
      calls: ['/api/notifications/get', '/api/calendar/link'],
      says: ['Не вдалося показати налаштування сповіщень', 'Не вдалося показати посилання на календар'],
    },
    offline: 'Немає мережі. Змінити налаштування можна буде',
  },
  '/cabinet/person/settings/my-data': {
    ...flat,
    says: 'Green Button',
    offline: 'Файли можна буде зберегти, коли з’явиться мережа.',
  },
  '/cabinet/person/bills': {
    ...indebted,
    says: 'До актів',
    others: [{ ...difficult('20'), says: 'грн' }],
    fails: { calls: ['/api/bills/list'], says: ['Не вдалося завантажити рахунки'] },
    empty: {
      answers: { '/api/bills/list': { due: '0.00', bills: [] } },
      says: 'Рахунків за цим об’єктом ще немає.',
    },
  },
  '/cabinet/person/bills/$period': {
    ...difficult('06'),
    address: ({ period }) => period,
    says: 'До сплати',
    others: [
      { ...difficult('01'), address: ({ period }) => period, says: '№ ' },
      { ...difficult('17'), address: ({ period }) => period, says: '№ ' },
    ],
    fails: { calls: ['/api/bills/get'], says: ['Не вдалося показати рахунок'] },
    isPaper: true,
  },
  '/cabinet/person/payments/$paymentId': {
    ...flat,
    address: ({ paymentId }) => paymentId,
    says: 'Гроші',
    fails: { calls: ['/api/payments/state'], says: ['Не вдалося дізнатися, що з платежем'] },
    isPaper: true,
  },
};
