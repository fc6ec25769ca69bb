import { isIP, isIPv6 } from 'node:net';
import { join, resolve } from 'node:path';
import { type PaymentConfig, readPaymentConfig } from './payment-config.ts';

/** How a provider of SMS is reached; absent: it is not used. */
export interface SmsProvider {
  /** Token of TurboSMS, key of AlphaSMS. */
  readonly secret: string;
  /** The registered name of the sender. */
  readonly sender: string;
  readonly url: string;
}

/** Everything that the environment says, read once. Nothing else looks at the environment. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly production: boolean;
  /** Folder of the embedded database, of files and of secrets. */
  readonly dataFolder: string;
  /** An external database; absent: the embedded one. */
  readonly databaseUrl: string | undefined;
  /** A billing back end elsewhere; absent: the built-in one. */
  readonly billingBackendUrl: string | undefined;
  /** Secret shared with a remote billing back end. */
  readonly billingBackendSecret: string;
  /** Address under which browsers and banks reach the server. */
  readonly publicUrl: string;
  /** Signs tokens; absent: made on the first start and kept in the data folder. */
  readonly tokenSecret: string | undefined;
  /** Addresses of proxies whose X-Forwarded-For is believed, separated by commas; absent: nobody's. */
  readonly trustedProxies: string | undefined;
  /** Most requests of one address per minute; sign-ins have a tenth of it. 0: no limit. */
  readonly requestsPerMinute: number;
  /** Networks (CIDR) from which administrators are never kept out by strangers. */
  readonly adminNetworks: readonly string[];
  /** Most failed sign-ins of one address in 15 minutes, whatever their logins. 0: no limit. */
  readonly signInFailuresPerAddress: number;
  /** Most codes that one address may ask for in an hour. 0: no limit. */
  readonly codesPerAddress: number;
  /** Codes of one address in an hour that cost its browser no work. 0: none ever does. */
  readonly codesWithoutWork: number;
  /** Most codes of the whole deployment in a minute, but those of the second step. 0: no limit. */
  readonly codesPerMinute: number;
  /** Seconds of a processor that drawing, exporting and photos of one identity may take in ten minutes. 0: no limit. */
  readonly workSeconds: number;
  /** Longest time of making one file, by the clock; then its worker is killed. */
  readonly fileSeconds: number;
  /** Longest time of making one document on request: an archive, an act. */
  readonly archiveSeconds: number;
  /** Most reports of browsers that are written in an hour, of all together. 0: none is. */
  readonly browserReportsPerHour: number;
  /** Days for which records of calls and errors are kept. */
  readonly callLogDays: number;
  /** Days for which reports of browsers are kept. */
  readonly browserReportDays: number;
  readonly turbosms: SmsProvider | undefined;
  readonly alphasms: SmsProvider | undefined;
  /** The mail server and the sender; absent: no mail is sent. */
  readonly mail: { readonly url: string; readonly from: string } | undefined;
  readonly payments: PaymentConfig;
  /** Origins of the push services of browsers that are called; '*' stands for parts of a name. */
  readonly pushServices: readonly string[];
  /** Whether calls are recorded; off only for the benchmark that measures what recording costs. */
  readonly callLog: boolean;
  /** How long after its confirmation the sandbox bank's register brings the money. */
  readonly sandboxLandingSeconds: number;
  /** Largest file of a bank's register, MiB. */
  readonly largestRegisterMb: number;
  /** Whether anybody may read the description of the calls: /api/docs, /api/openapi.json. */
  readonly apiDocs: boolean;
  /** How long the server, told to stop, serves on and says at /readyz that it goes. */
  readonly drainSeconds: number;
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

/** @throws Error for 0: what is deleted at once was never kept. */
function days(environment: Environment, name: string, fallback: number): number {
  const count = wholeNumber(environment, name, fallback);
  if (count === 0 || count > 36_500) throw new Error(`${name} must be a number of days from 1 to 36500`);
  return count;
}

/** @throws Error for 0: what may take no time is never done. Documents that are in work for an hour count as lost. */
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

/** Payments come back to it and pages that ask are compared with it: an address without a path, its last slash dropped. */
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

/** Those of Chrome and its kin, Firefox, Safari and Edge. */
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

const shortestTokenSecret = 32;

/** In production sessions, codes and second factors hang on it: what is short can be found by trying. */
function tokenSecretOf({ TOKEN_SECRET: secret = '' }: Environment, production: boolean): string | undefined {
  if (production && secret !== '' && secret.length < shortestTokenSecret) {
    throw new Error(`TOKEN_SECRET must have at least ${shortestTokenSecret} characters in production`);
  }
  return secret || undefined;
}

function onOff(environment: Environment, name: string, fallback: boolean): boolean {
  const text = environment[name] ?? '';
  if (text === '') return fallback;
  if (text !== 'on' && text !== 'off') throw new Error(`${name} must be on or off, not "${text}"`);
  return text === 'on';
}

function adminNetworksOf({ ADMIN_NETWORKS: text = '' }: Environment): readonly string[] {
  const networks = text.split(',').map((network) => network.trim());
  const given = networks.filter((network) => network !== '');
  for (const network of given) {
    const [address = '', bits = ''] = network.split('/');
    const most = isIPv6(address) ? 128 : 32;
    if (isIP(address) === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most) {
      throw new Error('ADMIN_NETWORKS must be networks like 203.0.113.0/24, separated by commas');
    }
  }
  return given;
}

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** Reads the configuration; throws with the name of the variable that is wrong. */
export function readConfig(environment: Environment = process.env): Config {
  const port = wholeNumber(environment, 'PORT', 3000);
  const level = environment.LOG_LEVEL ?? 'warn';
  const requestsPerMinute = wholeNumber(environment, 'REQUESTS_PER_MINUTE', 1200);
  const limited = requestsPerMinute > 0;
  const production = environment.NODE_ENV === 'production';
  const logLevel = logLevels.find((known) => known === level);
  if (logLevel === undefined) throw new Error(`LOG_LEVEL must be one of ${logLevels.join(', ')}`);
  return {
    port,
    host: environment.HOST ?? '0.0.0.0',
    production,
    dataFolder: resolve(root, environment.SVITLO_DATA || '.data'),
    databaseUrl: environment.DATABASE_URL || undefined,
    billingBackendUrl: environment.BILLING_BACKEND_URL || undefined,
    billingBackendSecret: environment.BILLING_BACKEND_SECRET ?? '',
    publicUrl: publicUrlOf(environment) ?? `http://localhost:${port}`,
    tokenSecret: tokenSecretOf(environment, production),
    trustedProxies: environment.TRUSTED_PROXIES || undefined,
    requestsPerMinute,
    adminNetworks: adminNetworksOf(environment),
    signInFailuresPerAddress: wholeNumber(environment, 'SIGN_IN_FAILURES_PER_ADDRESS', limited ? 100 : 0),
    codesPerAddress: wholeNumber(environment, 'CODES_PER_ADDRESS', limited ? 30 : 0),
    codesWithoutWork: wholeNumber(environment, 'CODES_WITHOUT_WORK', limited ? 3 : 0),
    codesPerMinute: wholeNumber(environment, 'CODES_PER_MINUTE', limited ? 600 : 0),
    workSeconds: wholeNumber(environment, 'WORK_SECONDS', 20),
    fileSeconds: secondsOfMaking(environment, 'FILE_SECONDS', 30),
    archiveSeconds: secondsOfMaking(environment, 'ARCHIVE_SECONDS', 600),
    browserReportsPerHour: wholeNumber(environment, 'BROWSER_REPORTS_PER_HOUR', 300),
    callLogDays: days(environment, 'CALL_LOG_DAYS', 90),
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
    largestRegisterMb: wholeNumber(environment, 'LARGEST_REGISTER_MB', 300),
    apiDocs: onOff(environment, 'API_DOCS', !production),
    drainSeconds: wholeNumber(environment, 'DRAIN_SECONDS', production ? 2 : 0),
    logLevel,
  };
}
