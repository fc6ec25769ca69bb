import { paymentProviders } from '#contract/payments/payments.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Connections to the payment providers (facts 5); undefined: no credentials are set. */
export interface PaymentConfig {
  readonly liqpay:
    | {
        readonly publicKey: string;
        readonly privateKey: string;
        readonly version: 3 | 7;
        readonly url: string;
      }
    | undefined;
  readonly monobank: { readonly token: string; readonly url: string } | undefined;
  readonly portmone:
    | {
        readonly payeeId: string;
        readonly login: string;
        readonly password: string;
        readonly key: string;
        readonly url: string;
      }
    | undefined;
  readonly easypay:
    | {
        readonly partnerKey: string;
        readonly serviceKey: string;
        readonly secretKey: string;
        readonly url: string;
      }
    | undefined;
  /** Flags that switch a provider off: they are overridden (base specification) and reported at the start. */
  readonly ignoredFlags: readonly string[];
}

/** Values of these variables; undefined: none is set. */
function allOrNone<Name extends string>(
  environment: Environment,
  names: readonly Name[],
): Readonly<Record<Name, string>> | undefined {
  const given = names.filter((name) => (environment[name] ?? '').trim() !== '');
  const [first] = given;
  if (first === undefined) return undefined;
  const missing = names.filter((name) => !given.includes(name));
  if (missing.length > 0) throw new Error(`${first} needs ${missing.join(', ')}`);
  const values = names.map((name) => [name, environment[name]?.trim() ?? ''] as const);
  return Object.fromEntries(values) as Record<Name, string>;
}

/** Provider address without a path or trailing slash. */
function addressOf(environment: Environment, name: string, usual: string): string {
  const text = environment[name] || usual;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSite = url !== undefined && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
  if (!isSite) throw new Error(`${name} must look like ${usual}`);
  return url.origin;
}

function liqpayOf(environment: Environment, production: boolean): PaymentConfig['liqpay'] {
  const keys = allOrNone(environment, ['LIQPAY_PUBLIC_KEY', 'LIQPAY_PRIVATE_KEY']);
  if (keys === undefined) return undefined;
  const { LIQPAY_PUBLIC_KEY: publicKey, LIQPAY_PRIVATE_KEY: privateKey } = keys;
  if (production && publicKey.startsWith('sandbox_')) {
    throw new Error('LIQPAY_PUBLIC_KEY is a test key, with which no money moves: not in production');
  }
  const version = environment.LIQPAY_VERSION || '3';
  if (version !== '3' && version !== '7') throw new Error('LIQPAY_VERSION must be 3 or 7');
  const url = addressOf(environment, 'LIQPAY_URL', 'https://www.liqpay.ua');
  return { publicKey, privateKey, version: version === '3' ? 3 : 7, url };
}

function monobankOf(environment: Environment): PaymentConfig['monobank'] {
  const keys = allOrNone(environment, ['MONOBANK_TOKEN']);
  if (keys === undefined) return undefined;
  const url = addressOf(environment, 'MONOBANK_URL', 'https://api.monobank.ua');
  return { token: keys.MONOBANK_TOKEN, url };
}

function portmoneOf(environment: Environment): PaymentConfig['portmone'] {
  const names = ['PORTMONE_PAYEE_ID', 'PORTMONE_LOGIN', 'PORTMONE_PASSWORD', 'PORTMONE_KEY'] as const;
  const keys = allOrNone(environment, names);
  if (keys === undefined) return undefined;
  return {
    payeeId: keys.PORTMONE_PAYEE_ID,
    login: keys.PORTMONE_LOGIN,
    password: keys.PORTMONE_PASSWORD,
    key: keys.PORTMONE_KEY,
    url: addressOf(environment, 'PORTMONE_URL', 'https://www.portmone.com.ua'),
  };
}

function easypayOf(environment: Environment, production: boolean): PaymentConfig['easypay'] {
  const names = ['EASYPAY_PARTNER_KEY', 'EASYPAY_SERVICE_KEY', 'EASYPAY_SECRET_KEY'] as const;
  const keys = allOrNone(environment, names);
  if (keys === undefined) return undefined;
  if (production && keys.EASYPAY_PARTNER_KEY === 'easypay-test') {
    throw new Error(
      'EASYPAY_PARTNER_KEY is the test partner, whose secret everybody knows: not in production',
    );
  }
  return {
    partnerKey: keys.EASYPAY_PARTNER_KEY,
    serviceKey: keys.EASYPAY_SERVICE_KEY,
    secretKey: keys.EASYPAY_SECRET_KEY,
    url: addressOf(environment, 'EASYPAY_URL', 'https://merchantapi.easypay.ua'),
  };
}

/** Whether a flag has a value other than "on". */
function saysOff(flag: string | undefined): boolean {
  return flag !== undefined && !['', '1', 'true', 'on', 'yes'].includes(flag.trim().toLowerCase());
}

/** Parses the payment variables. @throws Error that names the wrong variables, never their values. */
export function readPaymentConfig(environment: Environment, production: boolean): PaymentConfig {
  const flags = paymentProviders.map((provider) => `${provider.toUpperCase()}_ENABLED`);
  return {
    liqpay: liqpayOf(environment, production),
    monobank: monobankOf(environment),
    portmone: portmoneOf(environment),
    easypay: easypayOf(environment, production),
    ignoredFlags: flags.filter((name) => saysOff(environment[name])),
  };
}
