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

/** A page of the household's cabinet: who sees what there, with and without a network. */
export interface PersonPage extends PageCase {
  /** Other objects for which it looks different. */
  readonly others?: readonly PageCase[];
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
  },
  '/cabinet/person/calculation': {
    ...difficult('09'),
    expected: 'Нараховано станом на',
  },
  '/cabinet/person/sub-book': {
    ...difficult('07'),
    expected: 'перерахунок',
    others: [{ ...difficult('02'), expected: '№ ' }],
    offline: 'Файли чекають мережі.',
    isPaper: true,
  },
  '/cabinet/person/directory/guide': {
    ...flat,
    expected: 'Порадник',
  },
  '/cabinet/person/directory/laws': {
    ...flat,
    expected: 'Кодекс',
  },
  '/cabinet/person/directory/tariff-history': {
    ...difficult('10'),
    expected: 'грн',
    offline: 'Файл можна буде зберегти, коли з’явиться мережа.',
  },
  '/cabinet/person/directory/indicators-history': {
    ...difficult('01'),
    expected: 'Знайдено',
    offline: 'Файл чекає мережі.',
  },
  '/cabinet/person/directory/payment-history': {
    ...difficult('26'),
    expected: 'В дорозі',
    offline: 'Файл чекає мережі.',
  },
  '/cabinet/person/directory/day-night': {
    ...flat,
    expected: 'грн',
  },
  '/cabinet/person/docs/reconciliations': {
    ...indebted,
    expected: 'Актів ще немає',
    offline: 'Запит чекає мережі.',
  },
  '/cabinet/person/tickets': {
    ...indebted,
    expected: 'Прошу розстрочити борг',
  },
  '/cabinet/person/docs/violations': {
    ...difficult('28'),
    expected: 'прострочено',
    offline: 'Документи чекають мережі.',
  },
  '/cabinet/person/docs/green-tarif': {
    ...difficult('33'),
    expected: 'Віддано в мережу',
    others: [{ ...flat, expected: 'Зелений тариф — для домогосподарств' }],
    offline: 'Файл чекає мережі.',
  },
  '/cabinet/person/settings/account': {
    ...flat,
    expected: '+380',
  },
  '/cabinet/person/settings/aparts': {
    ...difficult('01'),
    expected: '2390002033',
    offline: 'Немає мережі. Перейменувати, обрати чи вилучити об’єкт можна буде',
  },
  '/cabinet/person/settings/personal-information': {
    ...indebted,
    expected: 'Прізвище',
  },
  '/cabinet/person/settings/notifications': {
    ...flat,
    expected: 'SMS',
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
  },
  '/cabinet/person/bills/$period': {
    ...difficult('06'),
    address: ({ period }) => period,
    expected: 'До сплати',
    others: [
      { ...difficult('01'), address: ({ period }) => period, expected: '№ ' },
      { ...difficult('17'), address: ({ period }) => period, expected: '№ ' },
    ],
    isPaper: true,
  },
  '/cabinet/person/payments/$paymentId': {
    ...flat,
    address: ({ paymentId }) => paymentId,
    expected: 'Гроші',
    isPaper: true,
  },
};
