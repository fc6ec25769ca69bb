import { text as common } from '#web/lib/text.ts';

/** Texts of the landing page. */
export const text = {
  product: common.product,
  title: 'Несемо світло в\u00a0кожен дім',
  lead: 'Вам залишається тільки внести показання і зручно сплатити рахунок. Історія нарахувань прозора: кожна цифра пояснює себе. Додаткові послуги — нагадування, файли даних, калькулятор двозонного лічильника — у тому самому кабінеті.',
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

  tariffTitle: 'Скільки коштує кіловат-година',
  tariffNote: 'Для побутових споживачів, з ПДВ. Нічна ціна — для двозонного лічильника.',
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

  howTitle: 'Три хвилини на місяць',
  steps: [
    {
      title: common.pleaseGiveReading,
      body: 'Один екран на всі зони лічильника. Поки вводите цифри, видно кіловат-години і суму.',
    },
    {
      title: 'Побачте, за що платите',
      body: 'Рахунок читається зліва направо: спожили, помножили на тариф, отримали суму.',
    },
    {
      title: 'Сплатіть',
      body: 'Оплата видна відразу. Гроші, що вже в дорозі, ніколи не показуємо як борг.',
    },
  ],
  digits: { p6: '0', p5: '1', p4: '2', p3: '4', p2: '2', p1: '5' },
  digitsLabel: 'Приклад показань: 012425',
  equation: { kwh: '80 кВт·год', price: common.tariffWord, sum: 'сума' },
  inTransit: common.payment,
  inTransitLabel: 'в дорозі до постачальника',

  nightTitle: 'Ніч коштує вдвічі менше',
  nightExample: '100 кВт·год удень',
  nightExampleNight: '100 кВт·год уночі',

  contactsTitle: 'Ми на зв’язку',
  contactsBody:
    'Не заходить у кабінет, рахунок викликає запитання, лічильник поводиться дивно — зателефонуйте.',
  toQuality: 'Якість обслуговування: скільки звернень вирішуємо в строк',
} as const;
