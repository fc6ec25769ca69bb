import type { AuthorityProposal } from '#contract/signatures/authorities.ts';
import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as common } from '#web/lib/text.ts';

type Count = 'proposed' | 'known' | 'skipped' | 'unproven';

const proofs = {
  certificates: 'Кожен сертифікат видав ЦЗО.',
  addresses: 'Без підпису ЦЗО: лише адреси, довіра до сертифікатів не змінюється.',
  removal: 'Нові підписи з цим сертифікатом не пройдуть перевірку. Ті, що вже прийнято, залишаться.',
};

/** Certificates of authorities, for the owner. */
export const authoritiesText = {
  product: common.product,
  title: 'Надавачі довірчих послуг',
  lead: 'За цими сертифікатами сервер перевіряє підписи компаній. Нові беремо лише від Центрального засвідчувального органу. Довіряти сертифікату або більше не довіряти вирішують двоє власників.',
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
    'З czo.gov.ua: список із підписом ЦЗО (.p7s), сертифікати, які видав ЦЗО (.cer, .p7b), або CAs.json з адресами серверів. До 5 МБ.',
  fileWanted: 'Оберіть файл .p7s, .cer, .p7b або CAs.json.',
  tooLarge: 'Файл більший за 5 МБ.',
  choose: 'Обрати файл',
  problems: 'Файл не додано',
  send: 'Подати',
  sending: 'Перевіряємо файл…',
  proposed: ({ proposed, known, skipped, unproven }: Readonly<Record<Count, number>>) =>
    [
      proposed === 0 ? 'Нового немає.' : `Чекають на другого власника: ${proposed}.`,
      ...(known === 0 ? [] : [`Уже довіряємо: ${known}.`]),
      ...(unproven === 0 ? [] : [`Пропущено (видав не ЦЗО): ${unproven}.`]),
      ...(skipped === 0 ? [] : [`Пропущено (не надавачі або не ДСТУ): ${skipped}.`]),
    ].join(' '),
  waiting: 'Чекає на другого власника',
  proposalKinds: {
    certificates: 'Нові сертифікати',
    addresses: 'Адреси серверів',
    removal: 'Більше не довіряти сертифікату',
  },
  proof: (kind: AuthorityProposal['kind'], signedBy: string | null) =>
    signedBy === null ? proofs[kind] : `Список підписав: ${signedBy}.`,
  proposedBy: (author: string, moment: string) => `${author}, ${moment}`,
  ownProposal: 'Це ваша пропозиція: підтверджує інший власник.',
  confirm: { certificates: 'Довіряти', addresses: 'Довіряти', removal: 'Не довіряти' },
  withdraw: 'Відкликати пропозицію',
  confirmed: 'Підтверджено',
  withdrawn: 'Пропозицію відкликано',
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
    `Щойно інший власник підтвердить, нові підписи з сертифікатами «${name}» не пройдуть перевірку. Ті, що вже прийнято, залишаться. Щоб повернути довіру, додайте сертифікат знову.`,
  removalProposed: 'Чекає на підтвердження іншого власника',
  cancel: cabinet.cancel,
  close: common.close,
} as const;
