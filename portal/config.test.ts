import { describe, expect, test } from 'vitest';
import { readConfig, requireScanner } from './config.ts';

describe('message providers', () => {
  test('readConfig returns no message providers without credentials', () => {
    expect(readConfig({})).toMatchObject({ turbosms: undefined, alphasms: undefined, mail: undefined });
  });

  test('readConfig reads the credentials and the address of each provider', () => {
    const config = readConfig({
      TURBOSMS_TOKEN: 'token',
      TURBOSMS_SENDER: 'SVITLO',
      ALPHASMS_KEY: 'key',
      ALPHASMS_SENDER: 'SVITLO',
      ALPHASMS_URL: 'http://127.0.0.1:1/api/json.php',
      SMTP_URL: 'smtps://user:password@mail.example.test',
      MAIL_FROM: 'Cabinet <no-reply@example.test>',
    });
    expect(config.turbosms).toEqual({
      secret: 'token',
      sender: 'SVITLO',
      url: 'https://api.turbosms.ua/message/send.json',
    });
    expect(config.alphasms?.url).toBe('http://127.0.0.1:1/api/json.php');
    expect(config.mail).toEqual({
      url: 'smtps://user:password@mail.example.test',
      from: 'Cabinet <no-reply@example.test>',
    });
  });

  test.each([
    [{ TURBOSMS_TOKEN: 'token' }, 'TURBOSMS_SENDER'],
    [{ TURBOSMS_SENDER: 'SVITLO' }, 'TURBOSMS_TOKEN'],
    [{ ALPHASMS_KEY: 'key', ALPHASMS_SENDER: 'TWELVE-SIGNS' }, 'ALPHASMS_SENDER'],
    [{ ALPHASMS_KEY: 'key', ALPHASMS_SENDER: 'Світло' }, 'ALPHASMS_SENDER'],
    [{ SMTP_URL: 'mail.example.test', MAIL_FROM: 'a@example.test' }, 'SMTP_URL'],
    [{ MAIL_FROM: 'a@example.test' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example.test' }, 'MAIL_FROM'],
    [{ SMTP_URL: 'smtp://mail.example.test', MAIL_FROM: 'nobody' }, 'MAIL_FROM'],
    [{ METRICS_TOKEN: 'fifteen-letters' }, 'METRICS_TOKEN must have at least 16'],
    [{ METRICS_TOKEN: 'two words, a sentence' }, 'METRICS_TOKEN must be ASCII'],
    [{ METRICS_ADDRESSES: '10.0.0.0/33' }, 'METRICS_ADDRESSES must be networks'],
    [{ DATABASE_URL: 'postgres://u:p@a:1,b/svitlo?target_session_attrs=standby' }, 'DATABASE_URL must have'],
    [{ DATABASE_READ_URL: 'postgres://u:p@b/svitlo' }, 'DATABASE_READ_URL needs DATABASE_URL'],
    [
      { DATABASE_READ_URL: 'postgres://u:p@b/other', DATABASE_URL: 'postgres://u:p@a/svitlo' },
      'DATABASE_READ_URL must have the database',
    ],
    [{ DATABASE_ADMIN_URL: 'host=a' }, 'DATABASE_ADMIN_URL must look like postgres://'],
    [{ NODE_NAME: 'вузол 1' }, 'NODE_NAME must be'],
    [{ ROLLUP_DAYS: '0' }, 'ROLLUP_DAYS must be a number of days'],
    [{ PUSH_SERVICES: 'fcm.googleapis.com' }, 'PUSH_SERVICES'],
    [{ PUSH_SERVICES: 'https://push.example.test/path' }, 'PUSH_SERVICES'],
  ])('readConfig refuses %j and names %s', (environment, name) => {
    expect(() => readConfig(environment)).toThrow(name);
  });

  test('readConfig never repeats a secret in an error', () => {
    const environment = { SMTP_URL: 'smtp//user:a-password@host', MAIL_FROM: 'a@example.test' };
    expect(() => readConfig(environment)).toThrow(/^(?!.*a-password).*$/);
  });
});

test.each([{ FILE_SECONDS: '0' }, { FILE_SECONDS: '3001' }, { ARCHIVE_SECONDS: '0' }])(
  '%j is refused: every file has a longest time',
  (environment) => {
    expect(() => readConfig(environment)).toThrow(
      `${Object.keys(environment)[0]} must be a number of seconds`,
    );
    expect(readConfig({})).toMatchObject({ fileSeconds: 30, archiveSeconds: 600 });
  },
);

test.each([
  [{ DATABASE_CONNECTIONS: '3' }, 'DATABASE_CONNECTIONS must be a whole number from 4 to 200'],
  [{ DATABASE_CONNECTIONS: '201' }, 'DATABASE_CONNECTIONS must be a whole number from 4 to 200'],
  [{ STATEMENT_SECONDS: '0' }, 'STATEMENT_SECONDS must be a whole number from 1 to 600'],
])('%j is refused: %s', (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message);
  expect(readConfig({})).toMatchObject({ databaseConnections: 12, statementSeconds: 20 });
});

describe('production settings', () => {
  const production = { NODE_ENV: 'production' };

  test('production without a scanner of files has to say so', () => {
    const required = (environment: Readonly<Record<string, string>>) => () =>
      requireScanner(readConfig(environment));
    expect(required(production)).toThrow('set CLAMD=host:port of a clamd, or CLAMD=off');
    expect(required({ ...production, CLAMD: '' })).toThrow('CLAMD=off');
    for (const right of [{}, { ...production, CLAMD: 'off' }, { ...production, CLAMD: 'clamav:3310' }])
      expect(required(right)).not.toThrow();
    expect(readConfig({ CLAMD: 'clamav:3310' }).clamd).toEqual({ host: 'clamav', port: 3310 });
    expect(() => readConfig({ CLAMD: 'no' })).toThrow('or be off');
  });

  test.each(['SESSION_KEYS', 'MESSAGE_KEYS', 'FACTOR_KEYS', 'LINK_KEYS', 'AUDIT_KEYS'])(
    'readConfig reads %s, newest first',
    (setting) => {
      const secret = (byte: number) => Buffer.alloc(32, byte).toString('base64');
      const keys = readConfig({ ...production, [setting]: `b2:${secret(2)}, a1:${secret(1)}` }).keys;
      expect(Object.values(keys).map((ring) => ring.keys.map(({ id }) => id))).toEqual([['b2', 'a1']]);
      expect(readConfig(production).keys).toEqual({});
      expect(() => readConfig({ [setting]: 'a1:short' })).toThrow(
        new RegExp(`^${setting} must be keys like id:base64`),
      );
    },
  );

  test('readConfig reads where seals of the audit go; by default to a file of the data folder', () => {
    const targets = (text: string, more = {}) => readConfig({ AUDIT_SEALS_TO: text, ...more }).sealTargets;
    expect(readConfig({ SVITLO_DATA: '/data' }).sealTargets).toMatchObject([
      { kind: 'file', path: '/data/audit-seals.log' },
    ]);
    const mail = { SMTP_URL: 'smtp://mail:25', MAIL_FROM: 'cabinet@example.com' };
    expect(targets('file:/log/seals, syslog://log.example.com:601,mailto:a@example.com', mail)).toMatchObject(
      [
        { kind: 'file', path: '/log/seals' },
        { kind: 'syslog', host: 'log.example.com', port: 601 },
        { kind: 'mail', address: 'a@example.com' },
      ],
    );
    for (const wrong of ['seals.log', 'file:seals', 'syslog://log.example.com', 'mailto:a'])
      expect(() => targets(wrong, mail)).toThrow('AUDIT_SEALS_TO must be');
    expect(() => targets('mailto:a@example.com')).toThrow('needs SMTP_URL and MAIL_FROM');
  });

  test('readConfig reads where files are stored: a folder, a bucket, by default nowhere else than the data folder', () => {
    const placeOf = (text: string) => readConfig({ FILES_TO: text }).filesTo;
    expect(readConfig({}).filesTo).toBeUndefined();
    expect(placeOf('')).toBeUndefined();
    expect(placeOf('/srv/files')).toBe('/srv/files');
    expect(placeOf('s3://bucket/prefix')).toBe('s3://bucket/prefix');
    for (const wrong of ['ftp://host/x', 's3://', 's3://B/x'])
      expect(() => placeOf(wrong)).toThrow('FILES_TO must be a folder or s3://bucket/prefix');
  });

  test('readConfig takes a clock that is set from tests alone', () => {
    const file = { TEST_CLOCK_FILE: '/tmp/instant' };
    expect(readConfig({ ...file, NODE_ENV: 'test' }).testClockFile).toBe('/tmp/instant');
    expect(readConfig({ NODE_ENV: 'test' }).testClockFile).toBeUndefined();
    for (const environment of [production, {}, { NODE_ENV: 'development' }]) {
      expect(() => readConfig({ ...environment, ...file })).toThrow(
        'TEST_CLOCK_FILE is for tests: it needs NODE_ENV=test',
      );
    }
  });

  test('readConfig enables the API docs and sets a drain time', () => {
    expect(readConfig({})).toMatchObject({ apiDocs: true, drainSeconds: 0 });
    expect(readConfig(production)).toMatchObject({ apiDocs: false, drainSeconds: 2 });
    expect(readConfig({ ...production, API_DOCS: 'on', DRAIN_SECONDS: '15' })).toMatchObject({
      apiDocs: true,
      drainSeconds: 15,
    });
    expect(() => readConfig({ API_DOCS: 'yes' })).toThrow('API_DOCS must be on or off, not "yes"');
  });
});

describe('payment providers', () => {
  const portmone = {
    PORTMONE_PAYEE_ID: '1185',
    PORTMONE_LOGIN: 'WDISHOP',
    PORTMONE_PASSWORD: 'a-password-of-it',
    PORTMONE_KEY: 'a-key-of-it',
  };
  const easypay = {
    EASYPAY_PARTNER_KEY: 'partner',
    EASYPAY_SERVICE_KEY: 'service',
    EASYPAY_SECRET_KEY: 'a-secret-key',
  };

  test('readConfig returns no payment providers without credentials', () => {
    const none = { liqpay: undefined, monobank: undefined, portmone: undefined, easypay: undefined };
    expect(readConfig({}).payments).toEqual({ ...none, ignoredFlags: [] });
    const empty = { MONOBANK_TOKEN: ' ', LIQPAY_PUBLIC_KEY: '', LIQPAY_VERSION: '7' };
    expect(readConfig(empty).payments).toEqual({ ...none, ignoredFlags: [] });
  });

  test('readConfig uses the default address of each provider', () => {
    const { payments } = readConfig({
      LIQPAY_PUBLIC_KEY: 'i1',
      LIQPAY_PRIVATE_KEY: 'private',
      MONOBANK_TOKEN: 'token',
      ...portmone,
      ...easypay,
    });
    expect(payments).toEqual({
      liqpay: { publicKey: 'i1', privateKey: 'private', version: 3, url: 'https://www.liqpay.ua' },
      monobank: { token: 'token', url: 'https://api.monobank.ua' },
      portmone: {
        payeeId: '1185',
        login: 'WDISHOP',
        password: 'a-password-of-it',
        key: 'a-key-of-it',
        url: 'https://www.portmone.com.ua',
      },
      easypay: {
        partnerKey: 'partner',
        serviceKey: 'service',
        secretKey: 'a-secret-key',
        url: 'https://merchantapi.easypay.ua',
      },
      ignoredFlags: [],
    });
  });

  test('readConfig accepts another API version and other addresses', () => {
    const keys = { LIQPAY_PUBLIC_KEY: 'sandbox_i1', LIQPAY_PRIVATE_KEY: 'sandbox_p', LIQPAY_VERSION: '7' };
    const { liqpay } = readConfig({ ...keys, LIQPAY_URL: 'http://127.0.0.1:4000/' }).payments;
    expect(liqpay).toMatchObject({ version: 7, url: 'http://127.0.0.1:4000' });
  });

  test.each([
    [{ LIQPAY_PUBLIC_KEY: 'i1' }, 'LIQPAY_PUBLIC_KEY needs LIQPAY_PRIVATE_KEY'],
    [{ LIQPAY_PRIVATE_KEY: 'private' }, 'LIQPAY_PRIVATE_KEY needs LIQPAY_PUBLIC_KEY'],
    [{ ...portmone, PORTMONE_KEY: '' }, 'PORTMONE_PAYEE_ID needs PORTMONE_KEY'],
    [{ PORTMONE_LOGIN: 'x' }, 'PORTMONE_LOGIN needs PORTMONE_PAYEE_ID, PORTMONE_PASSWORD, PORTMONE_KEY'],
    [{ ...easypay, EASYPAY_SECRET_KEY: ' ' }, 'EASYPAY_PARTNER_KEY needs EASYPAY_SECRET_KEY'],
    [{ LIQPAY_PUBLIC_KEY: 'i', LIQPAY_PRIVATE_KEY: 'p', LIQPAY_VERSION: '4' }, 'LIQPAY_VERSION'],
    [{ MONOBANK_TOKEN: 'token', MONOBANK_URL: 'api.monobank.ua' }, 'MONOBANK_URL'],
    [{ MONOBANK_TOKEN: 'token', MONOBANK_URL: 'https://api.monobank.ua/api' }, 'MONOBANK_URL'],
    [{ ...portmone, PORTMONE_URL: 'ftp://portmone.test' }, 'PORTMONE_URL'],
    [{ ...easypay, EASYPAY_URL: 'https://me:pw@easypay.test' }, 'EASYPAY_URL'],
    [
      { NODE_ENV: 'production', LIQPAY_PUBLIC_KEY: 'sandbox_i1', LIQPAY_PRIVATE_KEY: 'sandbox_p' },
      'LIQPAY_PUBLIC_KEY',
    ],
    [
      {
        NODE_ENV: 'production',
        EASYPAY_PARTNER_KEY: 'easypay-test',
        EASYPAY_SERVICE_KEY: 'MERCHANT-TEST',
        EASYPAY_SECRET_KEY: 'test',
      },
      'EASYPAY_PARTNER_KEY',
    ],
  ])('readConfig refuses %j: %s', (environment, words) => {
    expect(() => readConfig(environment)).toThrow(words);
  });

  test('readConfig never repeats a payment secret in an error', () => {
    for (const environment of [
      { LIQPAY_PRIVATE_KEY: 'tell-nobody' },
      { PORTMONE_PASSWORD: 'tell-nobody', PORTMONE_KEY: 'tell-nobody' },
      { MONOBANK_TOKEN: 'tell-nobody', MONOBANK_URL: 'https://tell-nobody@x' },
    ]) {
      expect(() => readConfig(environment)).toThrow(/^(?!.*tell-nobody).*$/);
    }
  });

  test.each(['false', '0', 'off', 'no', 'FALSE', 'disabled'])(
    'a flag that says «%s» is forced on, and told of',
    (flag) => {
      const environment = { LIQPAY_ENABLED: flag, MONOBANK_ENABLED: 'true', EASYPAY_ENABLED: flag };
      const { payments } = readConfig({ ...environment, MONOBANK_TOKEN: 'token' });
      expect(payments.ignoredFlags).toEqual(['LIQPAY_ENABLED', 'EASYPAY_ENABLED']);
      expect(payments.monobank).toBeDefined();
    },
  );

  test('a provider with credentials is on although its flag is false', () => {
    const { payments } = readConfig({ MONOBANK_ENABLED: 'false', MONOBANK_TOKEN: 'token' });
    expect(payments.monobank).toMatchObject({ token: 'token' });
  });
});

describe('PUBLIC_URL', () => {
  test.each([
    [{}, 'http://localhost:3000'],
    [{ PORT: '3100' }, 'http://localhost:3100'],
    [{ PUBLIC_URL: 'https://cabinet.example.com' }, 'https://cabinet.example.com'],
    [{ PUBLIC_URL: 'https://Cabinet.Example.com:443/' }, 'https://cabinet.example.com'],
  ])('readConfig turns %j into %s', (environment, address) => {
    expect(readConfig(environment).publicUrl).toBe(address);
  });

  test.each([
    'cabinet.example.com',
    'ftp://a.example',
    'https://a.example/cabinet',
    'https://me:pw@a.example',
    '/',
  ])('readConfig refuses PUBLIC_URL %s and names it', (PUBLIC_URL) => {
    expect(() => readConfig({ PUBLIC_URL })).toThrow('PUBLIC_URL');
  });
});
