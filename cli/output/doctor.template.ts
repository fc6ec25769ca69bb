import type { Zone } from '#domain/tariffs/tariff.ts';

const zones: Readonly<Record<Zone, string>> = {
  single: '',
  day: ' (день)',
  night: ' (ніч)',
  peak: ' (пік)',
  halfPeak: ' (напівпік)',
};

interface LowerValue {
  readonly account: string;
  readonly serial: string;
  readonly zone: Zone;
  readonly period: string;
  readonly opening: number;
  readonly closing: number;
  readonly kwh: number;
}

/** Texts of the doctor command. */
export const words = {
  well: (line: string) => `  добре   ${line}`,
  bad: (line: string) => `  ПОГАНО  ${line}`,
  note: (line: string) => `  увага   ${line}`,
  start: 'Світло: перевірка установки',
  allWell: 'Усе гаразд.',
  problems: (count: number) => `Знайдено проблем: ${count}.`,

  database: 'база даних відповідає',
  noDatabase: (reason: string) => `база даних не відповідає: ${reason}`,
  migrations: 'схема бази даних найновіша',
  pending: (names: readonly string[]) =>
    `схему бази даних не оновлено, запустіть сервер цієї версії: ${names.join(', ')}`,
  otherVersion: (reason: string) => `схема бази даних іншої версії: ${reason}`,
  databaseWrite: 'база даних приймає запис',
  noDatabaseWrite: (reason: string) => `база даних не приймає запису: ${reason}`,
  folderWrite: (folder: string) => `тека даних приймає запис: ${folder}`,
  noFolderWrite: (folder: string, reason: string) => `тека даних не приймає запису: ${folder}: ${reason}`,
  books: (accounts: number) => `книги сходяться, перевірено особових рахунків: ${accounts}`,
  bookProblem: (rule: string, account: string, subject: string, expected: string, found: string) =>
    `книги не сходяться: ${rule}, о/р ${account}, ${subject}: має бути ${expected}, є ${found}`,
  chain: (name: string, rows: number, unsealed: number, isAll: boolean) =>
    `журнал ${name}: ${isAll ? 'перевірено весь' : 'перевірено нове'}, рядків: ${rows}; ще не запечатано: ${unsealed}`,
  chainRow: (name: string, kind: 'changed' | 'removed' | 'added', id: string, seal: number) =>
    `журнал ${name}: рядок ${id} ${{ changed: 'змінено', removed: 'видалено', added: 'додано' }[kind]} після запечатування (печатка ${seal})`,
  chainSeal: (name: string, seal: number) =>
    `журнал ${name}: печатку ${seal} змінено або вона не продовжує попередню`,
  chainSealsGone: (name: string, seal: number) =>
    `журнал ${name}: печатки ${seal}, яку вже було перевірено, немає або вона інша`,
  chainKeyMissing: (name: string, seal: number, key: string) =>
    `журнал ${name}: у AUDIT_KEYS немає ключа ${key} печатки ${seal} і наступних; поверніть його`,
  chainOtherInRecord: (name: string, seal: number) =>
    `журнал ${name}: надіслану печатку ${seal} змінено або видалено в базі`,
  chainMadeAnew: (name: string, days: number) =>
    `журнал ${name}: перша печатка молодша за свої рядки на ${days} дн., її могли створити наново; порівняйте з надісланими: npm run doctor -- --seals <файл>`,
  chainUnsealed: (name: string, rows: number) =>
    `журнал ${name}: понад годину без печатки, рядків: ${rows}; запустіть сервер`,
  noRecord: (path: string, reason: string) => `файл печаток не прочитано: ${path}: ${reason}`,
  sealsUnsent: (target: string, chain: string) =>
    `печатки журналу ${chain} не надіслано понад добу: ${target}`,
  sealsOnDisk: 'печатки журналу пишуться лише на цей сервер; задайте AUDIT_SEALS_TO: пошту або syslog',
  auditOwner: 'роль сервера лише доповнює журнал',
  auditOwned:
    'роль сервера володіє журналом і може його переписати; запустіть сервер раз із DATABASE_ADMIN_URL',
  meters: 'жодна точка не нараховується двічі',
  metersTwice: (count: number) =>
    `точок, де кілька лічильників рахують одне й те саме (можливо, нараховано двічі): ${count}`,
  meterTwice: (account: string, point: string, serials: string, since: string) =>
    `о/р ${account}, точка ${point}: лічильники ${serials} разом з ${since}; якщо один знято, запишіть це зміною з датою`,
  dials: 'нараховано стільки, скільки пройшли лічильники',
  lowerValues: (count: number) =>
    `місяців, у яких показання менше за попереднє і нараховано не стільки, скільки пройшов лічильник: ${count}`,
  lowerValue: ({ account, serial, zone, period, opening, closing, kwh }: LowerValue) =>
    `о/р ${account}, лічильник ${serial}${zones[zone]}, ${period}: було ${opening}, стало ${closing}, нараховано ${kwh} кВт·год`,
  clock: 'годинник іде правильно',
  clockBehind: (now: string, newest: string) =>
    `годинник відстає: зараз ${now}, а гроші вже проведено ${newest}. Нічого не проводиться, доки його не виправлено`,
  clockDiffers: (seconds: number) =>
    `годинник цієї машини ${seconds > 0 ? 'поспішає' : 'відстає'} відносно бази даних на ${Math.abs(seconds)} с. Нічого не проводиться, доки його не виправлено`,
  clockSet: (newest: string) => `годинник визнано правильним: проведене ${newest} більше не спиняє проведень`,
  clockNotAhead: 'останнє проведення не в майбутньому: змінювати нічого',
  jobs: 'черга завдань рухається',
  failedJobs: (task: string, count: number, error: string) =>
    `завдання ${task} не вдалося остаточно, разів: ${count}; останнє: ${error}`,
  lateJobs: (task: string, count: number) => `завдання ${task} чекає понад годину, штук: ${count}`,
  news: 'новини рахунків доходять до кабінетів',
  lateNews: (count: number) => `новини рахунків чекають понад годину, штук: ${count}`,
  orders: 'оплати не застрягають',
  stuckOrders: (count: number) => `оплати чекають на платіжну систему понад добу, штук: ${count}`,
  lostMoney: (count: number) =>
    `підтверджені оплати, яких банк не показав і за тиждень після очікуваного дня: ${count}`,
  events: (count: number) => `подій для оператора за тиждень: ${count}`,
  event: (kind: string, subject: string) => `подія для оператора: ${kind}, ${subject}`,
  provider: (name: string, mode: 'real' | 'sandbox' | 'off') =>
    `${name}: ${{ real: 'приймає оплату', sandbox: 'тестовий банк замість справжнього', off: 'вимкнено' }[mode]}`,
  keys: 'усе запечатане має свій ключ',
  noKeys: (reason: string) => `ключів не прочитано: ${reason}`,
  keyMissing: (setting: string, id: string, count: number) =>
    `у ${setting} немає ключа ${id}, яким запечатано записів: ${count}; поверніть його`,
  keyInUse: (setting: string, id: string, count: number) =>
    `${setting}: попередній ключ ${id} ще потрібен, записів: ${count}`,
  keyUnused: (setting: string, id: string) => `${setting}: попереднім ключем ${id} не запечатано вже нічого`,
  noProviders: 'жодна платіжна система не приймає оплату',
} as const;
