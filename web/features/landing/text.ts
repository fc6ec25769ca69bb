import { text as common } from '#web/lib/text.ts';

/** Texts of the landing page. */
export const text = {
  product: common.product,
  newHere: 'Уперше тут?',
  signUp: 'Створіть кабінет',
  forCompanies: common.entitySignIn,
  how: 'Як це працює',
  litLabel: 'Особистий кабінет',
  litTitle: common.signIn,
  litHint: common.forHouseholds,
  navLabel: 'На цій сторінці',
  tariffs: 'Тарифи',
  contacts: common.contacts,

  unit: common.hryvnia,
  perKwh: 'за кВт·год',
  dayLabel: common.atDay,
  dayHours: '07:00–23:00',
  nightLabel: 'Уночі',
  nightHours: '23:00–07:00',
  pricesLoading: 'Завантажуємо ціни',
  pricesMissing: 'Ціни зараз не вдалося показати. Вони є в кабінеті, у розділі «Тарифи».',
  skyline: 'Ціна протягом доби: з 23:00 до 07:00 дешевше, з 07:00 до 23:00 дорожче.',
  skylinePrices:
    'Ціна протягом доби: з 23:00 до 07:00 — {night} грн, з 07:00 до 23:00 — {day} грн за кВт·год.',
  hourMarks: ['00', '07', '23', '24'],

  digits: { p6: '0', p5: '1', p4: '2', p3: '4', p2: '2', p1: '5' },
  digitsLabel: 'Приклад показань: 012425',
  equation: { kwh: '80 кВт·год', price: common.tariffWord, sum: 'сума' },
  inTransit: common.payment,
  inTransitLabel: 'в дорозі до постачальника',

  nightExample: '100 кВт·год удень',
  nightExampleNight: '100 кВт·год уночі',

  joining: 'Приєднуємо вас до мережі...',
  toQuality: 'Якість обслуговування: скільки звернень вирішуємо в строк',
} as const;
