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

/** Texts of the doctor command around its findings. */
export const words = {
  well: (line: string) => `  добре   ${line}`,
  bad: (line: string) => `  ПОГАНО  ${line}`,
  note: (line: string) => `  увага   ${line}`,
  todo: (line: string) => `  ще ні   ${line}`,
  start: (version: string) => `Світло ${version}: перевірка установки`,
  allWell: 'Усе гаразд.',
  problems: (count: number) => `Знайдено проблем: ${count}.`,
  todos: (count: number) => `Проблем немає. Ще не налаштовано: ${count}.`,
} as const;

const gib = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} ГіБ`;
const disks = { data: 'теки даних', database: 'бази даних', files: 'файлів' } as const;

/** What a check found, by its code: the details are those of the finding in JSON. */
export const findingWords = {
  settings: ({ reason }: { reason: string }) => `налаштування не прийнято: ${reason}`,
  checkFailed: ({ reason }: { reason: string }) => `перевірка не вдалася: ${reason}`,
  database: () => 'база даних відповідає',
  noDatabase: ({ reason }: { reason: string }) => `база даних не відповідає: ${reason}`,
  migrations: () => 'схема бази даних найновіша',
  notStarted: () => 'база даних порожня: сервер ще не запускали',
  pending: ({ names }: { names: readonly string[] }) =>
    `схему бази даних не оновлено, запустіть сервер цієї версії: ${names.join(', ')}`,
  otherVersion: ({ reason }: { reason: string }) => `схема бази даних іншої версії: ${reason}`,
  supplier: () => 'постачальника завантажено',
  noSupplier: () =>
    'ще не налаштовано: постачальника не завантажено (npm run import -- <тека> або сторінка імпорту)',
  administrator: () => 'адміністратор є',
  noAdministrator: () => 'ще не налаштовано: немає жодного адміністратора (npm run create-admin)',
  databaseWrite: () => 'база даних приймає запис',
  noDatabaseWrite: ({ reason }: { reason: string }) => `база даних не приймає запису: ${reason}`,
  folderWrite: ({ folder }: { folder: string }) => `тека даних приймає запис: ${folder}`,
  noFolderWrite: ({ folder, reason }: { folder: string; reason: string }) =>
    `тека даних не приймає запису: ${folder}: ${reason}`,
  files: ({ address }: { address: string }) => `сховище файлів приймає запис: ${address}`,
  noFiles: ({ address, reason }: { address: string; reason: string }) =>
    `сховище файлів не приймає запису: ${address}: ${reason}`,
  otherFiles: ({ address }: { address: string }) =>
    `файли цієї машини (${address}) не ті, що в інших вузлів: їхніх документів тут немає. Задайте всім вузлам те саме FILES_TO і перенесіть файли: npm run copy-files`,
  filesSet: ({ address }: { address: string }) => `файлами цієї бази визнано ${address}`,
  disk: ({ disk, freeBytes }: { disk: keyof typeof disks; freeBytes: number }) =>
    `на диску ${disks[disk]} вільно ${gib(freeBytes)}`,
  diskLow: ({ disk, freeBytes }: { disk: keyof typeof disks; freeBytes: number }) =>
    `на диску ${disks[disk]} лишилося ${gib(freeBytes)}: звільніть або додайте місце`,
  diskShort: ({ disk, freeBytes }: { disk: keyof typeof disks; freeBytes: number }) =>
    `на диску ${disks[disk]} лишилося ${gib(freeBytes)}: він ось-ось перестане приймати запис`,
  noDisk: ({ reason }: { reason: string }) => `місця на диску не виміряно: ${reason}`,
  backup: ({ hours, target }: { hours: number; target: string }) =>
    `остання резервна копія: ${hours} год тому, ${target}`,
  backupOld: ({ hours, target }: { hours: number; target: string }) =>
    `остання резервна копія зроблена ${hours} год тому: ${target}; має бути щодня`,
  noBackup: () => 'резервних копій не налаштовано: npm run backup',
  backupAwaited: ({ target }: { target: string }) =>
    `резервної копії в ${target} ще немає: першу зробить запущений сервер; якщо не робить, подивіться його журнал, частина backup`,
  backupUnread: ({ reason }: { reason: string }) => `стану резервних копій не прочитано: ${reason}`,
  backupChecked: ({ hours }: { hours: number }) => `резервну копію перевірено ${hours} год тому`,
  backupUnchecked: () => 'резервної копії ще ніхто не перевіряв',
  backupCheckFailed: ({ hours }: { hours: number }) =>
    `остання перевірка резервної копії не вдалася, ${hours} год тому`,
  noCopy: () => 'журнал бази даних зберігається, а повної копії ще немає: npm run backup',
  walArchived: ({ minutes }: { minutes: number }) =>
    `журнал бази даних збережено повністю ${minutes} хв тому`,
  walOld: ({ minutes }: { minutes: number }) =>
    `журнал бази даних не зберігається вже ${minutes} хв: подивіться журнал сервера, частина backup`,
  publicUrlLocal: ({ url }: { url: string }) =>
    `PUBLIC_URL — адреса цієї машини (${url}): проксі й сертифіката не перевірено`,
  noPublicUrl: ({ url }: { url: string }) => `ще не налаштовано: PUBLIC_URL — адреса цієї машини (${url})`,
  noHttps: ({ url }: { url: string }) => `PUBLIC_URL без HTTPS: ${url}`,
  certificate: ({ days }: { days: number }) => `сертифікат PUBLIC_URL діє ще ${days} дн.`,
  certificateEnding: ({ days }: { days: number }) =>
    `сертифікат PUBLIC_URL діє ще ${days} дн., його ніхто не оновив`,
  certificateRefused: ({ problem }: { problem: string }) =>
    `сертифікат PUBLIC_URL браузери відхилять: ${problem}`,
  noCertificate: ({ reason }: { reason: string }) => `сертифіката PUBLIC_URL не отримано: ${reason}`,
  proxy: ({ url }: { url: string }) => `за адресою PUBLIC_URL відповідає цей продукт: ${url}`,
  proxySilent: ({ url, reason }: { url: string; reason: string }) =>
    `за адресою PUBLIC_URL ніхто не відповідає: ${url}: ${reason}`,
  proxyForeign: ({ url, httpStatus }: { url: string; httpStatus: number }) =>
    `за адресою PUBLIC_URL відповідає не цей продукт: ${url}/healthz, ${httpStatus}`,
  proxyVersion: ({ version }: { version: string }) => `за адресою PUBLIC_URL працює інша версія: ${version}`,
  proxyIgnored: () =>
    'проксі перед сервером немає в TRUSTED_PROXIES: усі клієнти мають одну адресу й одне обмеження на всіх',
  proxySaysNothing: () =>
    'проксі не передає адреси клієнта (X-Forwarded-For): усі клієнти мають одне обмеження на всіх',
  mail: ({ provider }: { provider: string }) => `поштовий сервер приймає вхід: ${provider}`,
  sms: ({ provider }: { provider: string }) => `провайдер SMS відповідає: ${provider}`,
  mailFailed: ({ provider, reason }: { provider: string; reason: string }) =>
    `поштовий сервер не приймає входу: ${provider}: ${reason}`,
  smsFailed: ({ provider, reason }: { provider: string; reason: string }) =>
    `провайдер SMS не відповідає: ${provider}: ${reason}`,
  mailOff: () => 'пошту вимкнено: немає SMTP_URL і MAIL_FROM',
  smsOff: () => 'SMS вимкнено: немає жодного провайдера',
  mailToOutbox: () => 'листи лишаються в /dev/outbox: поштового сервера не задано',
  smsToOutbox: () => 'SMS лишаються в /dev/outbox: провайдера не задано',
  noMessages: () => 'ще не налаштовано: ні SMS, ні пошти, коди для входу не надходять',
  nodeVersions: ({ versions }: { versions: readonly string[] }) =>
    `вузли працюють різними версіями: ${versions.join(', ')}`,
  nodes: ({ count }: { count: number }) => `працює вузлів: ${count}`,
  books: ({ accounts }: { accounts: number }) => `книги сходяться, перевірено особових рахунків: ${accounts}`,
  bookProblem: ({
    rule,
    account,
    subject,
    expected,
    found,
  }: {
    rule: string;
    account: string;
    subject: string;
    expected: string;
    found: string;
  }) => `книги не сходяться: ${rule}, о/р ${account}, ${subject}: має бути ${expected}, є ${found}`,
  chain: ({
    name,
    rows,
    unsealed,
    isAll,
  }: {
    name: string;
    rows: number;
    unsealed: number;
    isAll: boolean;
  }) =>
    `журнал ${name}: ${isAll ? 'перевірено весь' : 'перевірено нове'}, рядків: ${rows}; ще не запечатано: ${unsealed}`,
  chainRow: ({
    name,
    change,
    id,
    seal,
  }: {
    name: string;
    change: 'changed' | 'removed' | 'added';
    id: string;
    seal: number;
  }) =>
    `журнал ${name}: рядок ${id} ${{ changed: 'змінено', removed: 'видалено', added: 'додано' }[change]} після запечатування (печатка ${seal})`,
  chainSeal: ({ name, seal }: { name: string; seal: number }) =>
    `журнал ${name}: печатку ${seal} змінено або вона не продовжує попередню`,
  chainSealsGone: ({ name, seal }: { name: string; seal: number }) =>
    `журнал ${name}: печатки ${seal}, яку вже було перевірено, немає або вона інша`,
  chainKeyMissing: ({ name, seal, key }: { name: string; seal: number; key: string }) =>
    `журнал ${name}: у AUDIT_KEYS немає ключа ${key} печатки ${seal} і наступних; поверніть його`,
  chainOtherInRecord: ({ name, seal }: { name: string; seal: number }) =>
    `журнал ${name}: надіслану печатку ${seal} змінено або видалено в базі`,
  chainMadeAnew: ({ name, days }: { name: string; days: number }) =>
    `журнал ${name}: перша печатка молодша за свої рядки на ${days} дн., її могли створити наново; порівняйте з надісланими: npm run doctor -- --seals <файл>`,
  archiveRecord: ({ name }: { name: string }) =>
    `журнал ${name}: запис про архів змінено, або журнал у базі його не продовжує`,
  archiveLeft: ({ name, rows }: { name: string; rows: number }) =>
    `журнал ${name}: у базі є рядки, старші за кінець архіву: ${rows}; якщо архівування перервалося, запустіть npm run archive ще раз`,
  archiveUnseen: ({ name, rows, files }: { name: string; rows: number; files: number }) =>
    `журнал ${name}: рядків в архіві: ${rows}, файлів: ${files}; перевірте їх: npm run doctor -- --archive <місце>`,
  archiveFiles: ({ name, rows, files }: { name: string; rows: number; files: number }) =>
    files === 0
      ? `архів журналу ${name}: з бази ще нічого не перенесено`
      : `архів журналу ${name}: перевірено файлів: ${files}, рядків: ${rows}`,
  archiveFile: ({ name, file, isMissing }: { name: string; file: string; isMissing: boolean }) =>
    `архів журналу ${name}: файл ${file} ${isMissing ? 'відсутній' : 'змінено'}`,
  archiveSeal: ({ name, file, seal }: { name: string; file: string; seal: number }) =>
    `архів журналу ${name}: у файлі ${file} рядки печатки ${seal} змінено`,
  chainUnsealed: ({ name, rows }: { name: string; rows: number }) =>
    `журнал ${name}: понад годину без печатки, рядків: ${rows}; запустіть сервер`,
  chainNotBegun: ({ name, rows }: { name: string; rows: number }) =>
    `журнал ${name}: ще не запечатано, рядків: ${rows}; сервер запечатає їх за кілька хвилин після старту`,
  noRecord: ({ path, reason }: { path: string; reason: string }) =>
    `файл печаток не прочитано: ${path}: ${reason}`,
  sealsUnsent: ({ target, chain }: { target: string; chain: string }) =>
    `печатки журналу ${chain} не надіслано понад добу: ${target}`,
  sealsOnDisk: () => 'печатки журналу пишуться лише на цей сервер; задайте AUDIT_SEALS_TO: пошту або syslog',
  auditOwner: () => 'роль сервера лише доповнює журнал',
  auditOwned: () =>
    'роль сервера володіє журналом і може його переписати; запустіть сервер раз із DATABASE_ADMIN_URL',
  meters: () => 'жодна точка не нараховується двічі',
  metersTwice: ({ count }: { count: number }) =>
    `точок, де кілька лічильників рахують одне й те саме (можливо, нараховано двічі): ${count}`,
  meterTwice: ({
    account,
    point,
    serials,
    since,
  }: {
    account: string;
    point: string;
    serials: string;
    since: string;
  }) =>
    `о/р ${account}, точка ${point}: лічильники ${serials} разом з ${since}; якщо один знято, запишіть це зміною з датою`,
  dials: () => 'нараховано стільки, скільки пройшли лічильники',
  lowerValues: ({ count }: { count: number }) =>
    `місяців, у яких показання менше за попереднє і нараховано не стільки, скільки пройшов лічильник: ${count}`,
  lowerValue: ({ account, serial, zone, period, opening, closing, kwh }: LowerValue) =>
    `о/р ${account}, лічильник ${serial}${zones[zone]}, ${period}: було ${opening}, стало ${closing}, нараховано ${kwh} кВт·год`,
  clock: () => 'годинник іде правильно',
  clockBehind: ({ now, newest }: { now: string; newest: string }) =>
    `годинник відстає: зараз ${now}, а гроші вже проведено ${newest}. Нічого не проводиться, доки його не виправлено`,
  clockDiffers: ({ seconds }: { seconds: number }) =>
    `годинник цієї машини ${seconds > 0 ? 'поспішає' : 'відстає'} відносно бази даних на ${Math.abs(seconds)} с. Нічого не проводиться, доки його не виправлено`,
  clockSet: ({ newest }: { newest: string }) =>
    `годинник визнано правильним: проведене ${newest} більше не спиняє проведень`,
  clockNotAhead: () => 'останнє проведення не в майбутньому: змінювати нічого',
  jobs: () => 'черга завдань рухається',
  failedJobs: ({ task, count, error }: { task: string; count: number; error: string }) =>
    `завдання ${task} не вдалося остаточно, разів: ${count}; останнє: ${error}`,
  lateJobs: ({ task, count }: { task: string; count: number }) =>
    `завдання ${task} чекає понад годину, штук: ${count}`,
  news: () => 'новини рахунків доходять до кабінетів',
  lateNews: ({ count }: { count: number }) => `новини рахунків чекають понад годину, штук: ${count}`,
  orders: () => 'оплати не застрягають',
  stuckOrders: ({ count }: { count: number }) =>
    `оплати чекають на платіжну систему понад півтори години, штук: ${count}`,
  lostMoney: ({ count }: { count: number }) =>
    `підтверджені оплати, яких банк не показав і за тиждень після очікуваного дня: ${count}`,
  events: ({ count }: { count: number }) => `подій для оператора за тиждень: ${count}`,
  event: ({ event, subject }: { event: string; subject: string }) =>
    `подія для оператора: ${event}, ${subject}`,
  provider: ({ provider, mode }: { provider: string; mode: 'real' | 'sandbox' | 'off' }) =>
    `${provider}: ${{ real: 'приймає оплату', sandbox: 'тестовий банк замість справжнього', off: 'вимкнено' }[mode]}`,
  noProviders: () => 'жодна платіжна система не приймає оплату, хоча раніше приймала',
  providersNotSet: () => 'ще не налаштовано: жодна платіжна система не приймає оплату',
  keys: () => 'усе запечатане має свій ключ',
  noKeys: ({ reason }: { reason: string }) => `ключів не прочитано: ${reason}`,
  keyMissing: ({ setting, id, count }: { setting: string; id: string; count: number }) =>
    `у ${setting} немає ключа ${id}, яким запечатано записів: ${count}; поверніть його`,
  keyInUse: ({ setting, id, count }: { setting: string; id: string; count: number }) =>
    `${setting}: попередній ключ ${id} ще потрібен, записів: ${count}`,
  keyUnused: ({ setting, id }: { setting: string; id: string }) =>
    `${setting}: попереднім ключем ${id} не запечатано вже нічого`,
} as const;
