import { isIP, isIPv6 } from 'node:net';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { usualMainConnections } from '#platform/database/node-connections.ts';
import { parseKeyRing } from '#platform/key-ring.ts';
import type { S3Settings } from '#platform/object-store/open-objects.ts';
import { type Keys, keyPurposes, keySettings } from './keys.ts';
import { type PaymentConfig, readPaymentConfig } from './payment-config.ts';

/** Connection to an SMS provider; absent: the provider is off. */
interface SmsProvider {
  /** TurboSMS token or AlphaSMS key. */
  readonly secret: string;
  /** Registered sender name. */
  readonly sender: string;
  readonly url: string;
}

/** A key file that signs for the supplier, and its certificate when the file has none. */
interface SealKey {
  readonly file: string;
  readonly password: string;
  readonly certificateFile: string | undefined;
}

/** Backups that the product makes by itself. */
interface BackupConfig {
  /** A folder or s3://bucket/prefix. */
  readonly to: string;
  /** The public key of age for which they are sealed. */
  readonly recipient: string;
  /** The secret key, by which a restore is tried each week; absent: none is. */
  readonly keyFile: string | undefined;
  /** How long they are kept. */
  readonly days: number;
}

/** The whole environment, parsed once. No other code reads the environment. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly production: boolean;
  /** Folder of the embedded database, files and secrets. */
  readonly dataFolder: string;
  /** External database; absent: the embedded one. */
  readonly databaseUrl: string | undefined;
  /** The external database as a role that may make roles, to give the audit an owner of its own; absent: the product's role owns it. */
  readonly databaseAdminUrl: string | undefined;
  /** Connections of each main pool of this node: of calls of the portal, and of function modules. */
  readonly databaseConnections: number;
  /** Longest time of one statement of a request, seconds. */
  readonly statementSeconds: number;
  /** Remote billing back end; absent: the built-in one. */
  readonly billingBackendUrl: string | undefined;
  /** Secret shared with a remote billing back end. */
  readonly billingBackendSecret: string;
  /** Public address for browsers and banks. */
  readonly publicUrl: string;
  /** Key rings; absent ones are generated on the first start and stored in the data folder. */
  readonly keys: Partial<Keys>;
  /** Comma-separated proxies whose X-Forwarded-For is trusted; absent: none. */
  readonly trustedProxies: string | undefined;
  /** Max requests per address and minute; sign-in calls get a tenth of it. 0: no limit. */
  readonly requestsPerMinute: number;
  /** Networks (CIDR) from which failed attempts by others never lock administrators out. */
  readonly adminNetworks: readonly string[];
  /** Max failed sign-ins per address in 15 minutes, over all logins. 0: no limit. */
  readonly signInFailuresPerAddress: number;
  /** Max codes per address and hour. 0: no limit. */
  readonly codesPerAddress: number;
  /** Codes per address and hour that need no proof of work. 0: every code needs it. */
  readonly codesWithoutWork: number;
  /** Max codes of the whole deployment per minute, second-factor codes excluded. 0: no limit. */
  readonly codesPerMinute: number;
  /** Processor seconds per identity in ten minutes for drawing, exports and photos. 0: no limit. */
  readonly workSeconds: number;
  /** Seconds per identity in ten minutes of function modules, for calls of customers that are no file. 0: no limit. */
  readonly callSeconds: number;
  /** Time limit for one file (wall clock); then its worker is killed. */
  readonly fileSeconds: number;
  /** Time limit for one document made on request: an archive, an act. */
  readonly archiveSeconds: number;
  /** Max browser reports stored per hour, over all browsers. 0: none is stored. */
  readonly browserReportsPerHour: number;
  /** Name of this server among those on one database, in its records. */
  readonly nodeName: string;
  /** Retention of call and error logs, days. */
  readonly callLogDays: number;
  /** Retention of rollups by hour and day, days. */
  readonly rollupDays: number;
  /** For how many days sign-ins, failed ones too, are kept with their logins. */
  readonly signInLogDays: number;
  /** Retention of what happened to accounts, shown as news, days. */
  readonly eventDays: number;
  /** Retention of browser reports, days. */
  readonly browserReportDays: number;
  readonly turbosms: SmsProvider | undefined;
  readonly alphasms: SmsProvider | undefined;
  /** Mail server and sender; absent: no mail is sent. */
  readonly mail: { readonly url: string; readonly from: string } | undefined;
  readonly payments: PaymentConfig;
  /** Allowed origins of browser push services; '*' matches a part of a name. */
  readonly pushServices: readonly string[];
  /** Whether calls are logged; off only for the benchmark of the call log. */
  readonly callLog: boolean;
  /** Delay from confirmation until the sandbox bank statement books the money. */
  readonly sandboxLandingSeconds: number;
  /** Max size of a bank statement file, MiB. */
  readonly maxStatementMb: number;
  /** Whether the API description is public: /api/docs, /api/openapi.json. */
  readonly apiDocs: boolean;
  /** How long the server keeps serving after SIGTERM while /readyz fails. */
  readonly drainSeconds: number;
  /** Who may read /metrics; without a token and addresses nobody may. */
  readonly metricsAccess: { readonly token: string | undefined; readonly addresses: readonly string[] };
  /** Where the newest seals of the audit are sent: outside of the database. */
  readonly sealTargets: readonly SealTarget[];
  /** Whether authorities are asked: revocation, time stamps. */
  readonly signatureNetwork: boolean;
  /** The key file of the supplier's seal; absent: the supplier signs another way. */
  readonly seal: SealKey | undefined;
  /** A clamd that scans files of customers; 'off': none does, on purpose; absent: none was named. */
  readonly clamd: { readonly host: string; readonly port: number } | 'off' | undefined;
  /** Where backups go by themselves; absent: nowhere. */
  readonly backups: BackupConfig | undefined;
  readonly s3: S3Settings;
  /** Tests only: the file with the instant that the clock goes to. Absent: the system's clock. */
  readonly testClockFile: string | undefined;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

type Environment = Readonly<Record<string, string | undefined>>;

const root = join(import.meta.dirname, '..');

function wholeNumber(environment: Environment, name: string, fallback: number): number {
  const text = environment[name];
  if (text === undefined || text === '') return fallback;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} must be a whole number, not "${text}"`);
  return Number(text);
}

/** @throws Error for 0: records would be deleted at once. */
function days(environment: Environment, name: string, fallback: number): number {
  const count = wholeNumber(environment, name, fallback);
  if (count === 0 || count > 36_500) throw new Error(`${name} must be a number of days from 1 to 36500`);
  return count;
}

/** @throws Error for a number that is not within the limits. */
function countBetween(
  environment: Environment,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const count = wholeNumber(environment, name, fallback);
  if (count < min || count > max) throw new Error(`${name} must be a whole number from ${min} to ${max}`);
  return count;
}

/** @throws Error for 0. Documents in work for an hour count as lost. */
function secondsOfMaking(environment: Environment, name: string, fallback: number): number {
  const count = wholeNumber(environment, name, fallback);
  if (count === 0 || count > 3000) throw new Error(`${name} must be a number of seconds from 1 to 3000`);
  return count;
}

function smsProvider(
  environment: Environment,
  names: { readonly prefix: string; readonly secret: string; readonly url: string },
): SmsProvider | undefined {
  const { prefix, url } = names;
  const secret = environment[`${prefix}_${names.secret}`] ?? '';
  const sender = environment[`${prefix}_SENDER`] ?? '';
  if (secret === '' && sender === '') return undefined;
  if (secret === '') throw new Error(`${prefix}_SENDER needs ${prefix}_${names.secret}`);
  if (!/^[ -~]{1,11}$/.test(sender)) throw new Error(`${prefix}_SENDER must be 1 to 11 Latin characters`);
  return { secret, sender, url: environment[`${prefix}_URL`] || url };
}

/** Payment returns go to it and Origin headers are compared with it: an address without a path or trailing slash. */
function publicUrlOf({ PUBLIC_URL: text = '' }: Environment): string | undefined {
  if (text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSite = url !== undefined && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
  if (!isSite) throw new Error('PUBLIC_URL must look like https://cabinet.example.com');
  return url.origin;
}

function mailServer(environment: Environment): Config['mail'] {
  const { SMTP_URL: url = '', MAIL_FROM: from = '' } = environment;
  if (url === '' && from === '') return undefined;
  if (!/^smtps?:\/\/[^/]/.test(url) || !URL.canParse(url)) {
    throw new Error('SMTP_URL must look like smtp://user:password@host:587');
  }
  if (!/^[^@\s]+@[^@\s]+$|<[^@\s]+@[^@\s]+>$/.test(from))
    throw new Error('MAIL_FROM must be an e-mail address');
  return { url, from };
}

/** Push services of Chromium browsers, Firefox, Safari and Edge. */
const usualPushServices = [
  'https://fcm.googleapis.com',
  'https://*.push.services.mozilla.com',
  'https://*.push.apple.com',
  'https://*.notify.windows.com',
];

function pushServicesOf({ PUSH_SERVICES: text = '' }: Environment): readonly string[] {
  if (text === '') return usualPushServices;
  const services = text.split(',').map((service) => service.trim());
  if (!services.every((service) => /^https?:\/\/(\*\.)?[a-z0-9.-]+(:\d+)?$/.test(service))) {
    throw new Error('PUSH_SERVICES must be origins like https://*.push.example.com, separated by commas');
  }
  return services;
}

/** @throws Error for backups that nobody could open. */
function backupsOf(environment: Environment): BackupConfig | undefined {
  const { BACKUP_TO: to = '', BACKUP_RECIPIENT: recipient = '', BACKUP_KEY_FILE: keyFile = '' } = environment;
  if (to === '') return undefined;
  if (recipient === '')
    throw new Error('BACKUP_TO needs BACKUP_RECIPIENT: npm run backup -- --new-key <file>');
  return { to, recipient, keyFile: keyFile || undefined, days: days(environment, 'BACKUP_DAYS', 30) };
}

function keysOf(environment: Environment): Partial<Keys> {
  const given = keyPurposes.flatMap((purpose) => {
    const setting = keySettings[purpose];
    const text = environment[setting] ?? '';
    return text === '' ? [] : [[purpose, parseKeyRing(setting, text)] as const];
  });
  return Object.fromEntries(given);
}

const shortestMetricsToken = 16;

function metricsTokenOf({ METRICS_TOKEN: token = '' }: Environment): string | undefined {
  if (token !== '' && !/^[!-~]+$/.test(token)) throw new Error('METRICS_TOKEN must be ASCII without spaces');
  if (token !== '' && token.length < shortestMetricsToken) {
    throw new Error(`METRICS_TOKEN must have at least ${shortestMetricsToken} characters`);
  }
  return token || undefined;
}

function onOff(environment: Environment, name: string, fallback: boolean): boolean {
  const text = environment[name] ?? '';
  if (text === '') return fallback;
  if (text !== 'on' && text !== 'off') throw new Error(`${name} must be on or off, not "${text}"`);
  return text === 'on';
}

/** Where the newest seals of the audit go. `name`: as it was set. */
export type SealTarget = { readonly name: string } & (
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'syslog'; readonly host: string; readonly port: number }
  | { readonly kind: 'mail'; readonly address: string }
);

/** @throws Error for what is no target. */
function sealTargetOf(name: string): SealTarget {
  const file = /^file:(\/.+)$/.exec(name);
  if (file) return { name, kind: 'file', path: file[1] ?? '' };
  const syslog = /^syslog:\/\/([\w.-]+):(\d{1,5})$/.exec(name);
  if (syslog) return { name, kind: 'syslog', host: syslog[1] ?? '', port: Number(syslog[2]) };
  const mail = /^mailto:([^@\s]+@[^@\s]+)$/.exec(name);
  if (mail) return { name, kind: 'mail', address: mail[1] ?? '' };
  throw new Error(
    'AUDIT_SEALS_TO must be file:/path, syslog://host:port or mailto:address, separated by commas',
  );
}

/** By default a file of the data folder. */
function sealTargetsOf(environment: Environment, dataFolder: string): readonly SealTarget[] {
  const texts = (environment.AUDIT_SEALS_TO ?? '').split(',').map((target) => target.trim());
  const targets = texts.filter((target) => target !== '').map(sealTargetOf);
  if (targets.some(({ kind }) => kind === 'mail') && mailServer(environment) === undefined)
    throw new Error('AUDIT_SEALS_TO with mailto: needs SMTP_URL and MAIL_FROM');
  return targets.length > 0 ? targets : [sealTargetOf(`file:${join(dataFolder, 'audit-seals.log')}`)];
}

/** Networks of a setting. @throws Error for what is none. */
function networksOf(environment: Environment, name: string): readonly string[] {
  const networks = (environment[name] ?? '').split(',').map((network) => network.trim());
  const given = networks.filter((network) => network !== '');
  for (const network of given) {
    const [address = '', bits = ''] = network.split('/');
    const most = isIPv6(address) ? 128 : 32;
    if (isIP(address) === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most) {
      throw new Error(`${name} must be networks like 203.0.113.0/24, separated by commas`);
    }
  }
  return given;
}

/** Of the sample, whose password is published; production has none unless it is configured. */
const sampleSeal: SealKey = {
  file: join(root, 'sample/signatures/seal-key.dat'),
  password: 'password',
  certificateFile: join(root, 'sample/signatures/seal.cer'),
};

/** @throws Error for half of a configuration. */
function sealOf(environment: Environment, production: boolean): SealKey | undefined {
  const {
    SEAL_KEY_FILE: file = '',
    SEAL_PASSWORD: password = '',
    SEAL_CERTIFICATE_FILE: certificate = '',
  } = environment;
  if (file === 'off') return undefined;
  if (file === '' && password === '' && certificate === '') return production ? undefined : sampleSeal;
  if (file === '' || password === '') throw new Error('SEAL_KEY_FILE and SEAL_PASSWORD belong together');
  return {
    file: resolve(root, file),
    password,
    certificateFile: certificate === '' ? undefined : resolve(root, certificate),
  };
}

/** @throws Error for what is no address. */
function clamdOf({ CLAMD: text = '' }: Environment): Config['clamd'] {
  if (text === '') return undefined;
  if (text === 'off') return 'off';
  const found = /^([\w.-]+):(\d{1,5})$/.exec(text);
  if (!found) throw new Error('CLAMD must look like clamav.example.com:3310, or be off');
  return { host: found[1] ?? '', port: Number(found[2]) };
}

/** @throws Error for production that neither has a scanner of files nor says that it has none. */
export function requireScanner({ production, clamd }: Pick<Config, 'production' | 'clamd'>): void {
  if (production && clamd === undefined)
    throw new Error(
      'Production needs a scanner of the files that customers send: set CLAMD=host:port of a clamd, or CLAMD=off when there is none.',
    );
}

/** @throws Error outside tests: money would be booked and windows closed by a clock that somebody sets. */
function testClockFileOf({ TEST_CLOCK_FILE: file = '', NODE_ENV }: Environment): string | undefined {
  if (file === '') return undefined;
  if (NODE_ENV !== 'test') throw new Error('TEST_CLOCK_FILE is for tests: it needs NODE_ENV=test');
  return file;
}

/** Two servers of one machine have different ports. */
function nodeNameOf({ NODE_NAME: name = '' }: Environment, port: number): string {
  if (name === '') return `${hostname()}:${port}`;
  if (!/^[\w.:-]{1,64}$/.test(name))
    throw new Error('NODE_NAME must be 1 to 64 Latin letters, digits, dots, colons, hyphens or underscores');
  return name;
}

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** Parses the environment. @throws Error that names the wrong variable. */
export function readConfig(environment: Environment = process.env): Config {
  const port = wholeNumber(environment, 'PORT', 3000);
  const level = environment.LOG_LEVEL ?? 'warn';
  const requestsPerMinute = wholeNumber(environment, 'REQUESTS_PER_MINUTE', 1200);
  const limited = requestsPerMinute > 0;
  const production = environment.NODE_ENV === 'production';
  const logLevel = logLevels.find((known) => known === level);
  if (logLevel === undefined) throw new Error(`LOG_LEVEL must be one of ${logLevels.join(', ')}`);
  const dataFolder = resolve(root, environment.SVITLO_DATA || '.data');
  return {
    port,
    host: environment.HOST ?? '0.0.0.0',
    production,
    dataFolder,
    databaseUrl: environment.DATABASE_URL || undefined,
    databaseAdminUrl: environment.DATABASE_ADMIN_URL || undefined,
    databaseConnections: countBetween(environment, 'DATABASE_CONNECTIONS', usualMainConnections, 4, 200),
    statementSeconds: countBetween(environment, 'STATEMENT_SECONDS', 20, 1, 600),
    billingBackendUrl: environment.BILLING_BACKEND_URL || undefined,
    billingBackendSecret: environment.BILLING_BACKEND_SECRET ?? '',
    publicUrl: publicUrlOf(environment) ?? `http://localhost:${port}`,
    keys: keysOf(environment),
    trustedProxies: environment.TRUSTED_PROXIES || undefined,
    requestsPerMinute,
    adminNetworks: networksOf(environment, 'ADMIN_NETWORKS'),
    signInFailuresPerAddress: wholeNumber(environment, 'SIGN_IN_FAILURES_PER_ADDRESS', limited ? 100 : 0),
    codesPerAddress: wholeNumber(environment, 'CODES_PER_ADDRESS', limited ? 30 : 0),
    codesWithoutWork: wholeNumber(environment, 'CODES_WITHOUT_WORK', limited ? 3 : 0),
    codesPerMinute: wholeNumber(environment, 'CODES_PER_MINUTE', limited ? 600 : 0),
    workSeconds: wholeNumber(environment, 'WORK_SECONDS', 20),
    callSeconds: wholeNumber(environment, 'CALL_SECONDS', 60),
    fileSeconds: secondsOfMaking(environment, 'FILE_SECONDS', 30),
    archiveSeconds: secondsOfMaking(environment, 'ARCHIVE_SECONDS', 600),
    browserReportsPerHour: wholeNumber(environment, 'BROWSER_REPORTS_PER_HOUR', 300),
    nodeName: nodeNameOf(environment, port),
    callLogDays: days(environment, 'CALL_LOG_DAYS', 90),
    rollupDays: days(environment, 'ROLLUP_DAYS', 1826),
    signInLogDays: days(environment, 'SIGN_IN_LOG_DAYS', 180),
    eventDays: days(environment, 'EVENT_DAYS', 90),
    browserReportDays: days(environment, 'BROWSER_REPORT_DAYS', 14),
    turbosms: smsProvider(environment, {
      prefix: 'TURBOSMS',
      secret: 'TOKEN',
      url: 'https://api.turbosms.ua/message/send.json',
    }),
    alphasms: smsProvider(environment, {
      prefix: 'ALPHASMS',
      secret: 'KEY',
      url: 'https://alphasms.ua/api/json.php',
    }),
    mail: mailServer(environment),
    payments: readPaymentConfig(environment, production),
    pushServices: pushServicesOf(environment),
    callLog: environment.CALL_LOG !== 'off',
    sandboxLandingSeconds: wholeNumber(environment, 'SANDBOX_LANDING_SECONDS', 120),
    maxStatementMb: wholeNumber(environment, 'MAX_STATEMENT_MB', 300),
    apiDocs: onOff(environment, 'API_DOCS', !production),
    drainSeconds: wholeNumber(environment, 'DRAIN_SECONDS', production ? 2 : 0),
    metricsAccess: {
      token: metricsTokenOf(environment),
      addresses: networksOf(environment, 'METRICS_ADDRESSES'),
    },
    sealTargets: sealTargetsOf(environment, dataFolder),
    signatureNetwork: onOff(environment, 'SIGNATURE_NETWORK', production),
    seal: sealOf(environment, production),
    clamd: clamdOf(environment),
    testClockFile: testClockFileOf(environment),
    backups: backupsOf(environment),
    s3: { endpoint: environment.S3_ENDPOINT || undefined, region: environment.S3_REGION || undefined },
    logLevel,
  };
}
