import { text as common } from '#web/lib/text.ts';

/** Texts of the public page of the service. */
export const text = {
  product: common.product,
  title: common.serviceStatus,
  loading: 'Перевіряємо сервіс…',
  failed: 'Сервіс не відповідає',
  verdicts: {
    works: 'Усе працює',
    limited: 'Працює не все',
    down: 'Кабінет не працює',
    maintenance: 'Тривають планові роботи',
  },
  advice: {
    limited: 'Ми вже знаємо про це й виправляємо.',
    down: 'Ми вже знаємо про це й виправляємо. Показання можна передати пізніше.',
  },
  checked: 'Перевірено {time}. Сторінка оновлюється сама щохвилини.',
  stale: 'Сервіс зараз не відповідає: нижче останнє, що відомо',
  parts: 'Що працює',
  partNames: {
    cabinet: 'Увесь кабінет',
    signIn: 'Вхід у кабінет',
    readings: common.readings,
    payments: common.payment,
    messages: 'SMS і листи',
  },
  states: { works: 'працює як слід', limited: 'з перебоями', down: 'не працює' },
  notes: { signIn: 'коди можуть запізнюватися, за паролем увійти можна' },
  planned: 'Планові роботи',
  plannedNone: 'Найближчим часом робіт не заплановано.',
  plannedSpan: 'З {from} до {until} кабінет не працюватиме.',
  runningUntil: 'Кабінет запрацює {until}.',
  incidents: 'Перебої за {n} днів',
  incidentsNone: 'Перебоїв не було.',
  incidentsUnknown: 'Про минулі перебої зараз не дізнатися.',
  incidentsAsOf: 'Станом на {time}: новіших відомостей ще немає.',
  incidentStates: { limited: 'перебої', down: 'не працювало', maintenance: 'планові роботи' },
  lasted: '{from} – {until}, {length}',
  lasts: 'з {from}, ще триває',
  length: {
    minutes: '{n} {n|хвилина|хвилини|хвилин}',
    hours: '{h}\u00a0год {n}\u00a0хв',
  },
  older: 'Раніші перебої: {n}',
} as const;
