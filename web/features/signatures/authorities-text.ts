import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Certificates of authorities, for the owner. */
export const authoritiesText = {
  product: common.product,
  title: 'Надавачі довірчих послуг',
  lead: 'За цими сертифікатами сервер перевіряє підписи компаній. Оновлюйте їх, коли надавач отримує новий.',
  networkOff:
    'Запити до надавачів вимкнено (SIGNATURE_NETWORK): скасування сертифікатів не перевіряється, позначок часу немає.',
  networkOffTitle: 'Сервер не звертається до надавачів',
  loading: 'Завантажуємо сертифікати…',
  failed: 'Не вдалося отримати сертифікати надавачів.',
  listTitle: 'Сертифікати',
  emptyTitle: 'Сертифікатів немає',
  empty: 'Без них жоден підпис не пройде перевірку. Додайте файл надавачів.',
  add: 'Додати сертифікати',
  file: 'Файл надавачів',
  fileHint:
    'Файл .cer або .p7b з сертифікатами, чи CAs.json з адресами серверів: обидва є на czo.gov.ua. До 5 МБ.',
  fileWanted: 'Оберіть файл .cer, .p7b або CAs.json.',
  tooLarge: 'Файл більший за 5 МБ.',
  choose: 'Обрати файл',
  problems: 'Файл не додано',
  send: 'Додати',
  sending: 'Перевіряємо файл…',
  added: (added: number, known: number, skipped: number) =>
    `Додано: ${added}. Уже були: ${known}.${skipped === 0 ? '' : ` Пропущено (не надавачі або не ДСТУ): ${skipped}.`}`,
  root: 'Кореневий',
  valid: (from: string, to: string) => `Діє з ${from} до ${to}`,
  issuer: (name: string) => `Видав: ${name}`,
  serial: (serial: string) => `№ ${serial}`,
  ocsp: 'Скасування',
  tsp: 'Позначки часу',
  origins: {
    shipped: 'Постачається з продуктом',
    sample: 'Приклад: у роботі не діє',
    uploaded: 'Додано',
  },
  addedBy: (origin: string, moment: string, login: string | null) =>
    login === null ? `${origin}, ${moment}` : `${origin}: ${login}, ${moment}`,
  states: { trusted: 'Довіряємо', expired: 'Строк минув', removed: 'Не довіряємо' },
  expiredHint: 'Підписи, зроблені під час його дії, усе ще перевіряються.',
  remove: 'Більше не довіряти',
  removeTitle: 'Більше не довіряти надавачу?',
  removeLead: (name: string) =>
    `Нові підписи з сертифікатами «${name}» не пройдуть перевірку. Ті, що вже прийнято, залишаться. Щоб повернути довіру, додайте сертифікат знову.`,
  cancel: cabinet.cancel,
  close: common.close,
} as const;
