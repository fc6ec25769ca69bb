import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, test } from 'vitest';
import { paymentProviders } from '#contract/payments/payments.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { newKeyRingText, parseKeyRing } from '#platform/key-ring.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { readConfig } from '#portal/config.ts';
import type { DB } from '#portal/database.gen.ts';
import { createPaymentGateways, modeOfProvider } from './all-gateways.ts';

const clock = fixedClock(instantFromIso('2026-11-20T10:00:00Z'));
const links = parseKeyRing('LINK_KEYS', newKeyRingText());
/** A database that is never queried. */
const db = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const credentials = {
  liqpay: { LIQPAY_PUBLIC_KEY: 'i1', LIQPAY_PRIVATE_KEY: 'p' },
  monobank: { MONOBANK_TOKEN: 't' },
  portmone: { PORTMONE_PAYEE_ID: '1', PORTMONE_LOGIN: 'l', PORTMONE_PASSWORD: 'p', PORTMONE_KEY: 'k' },
  easypay: { EASYPAY_PARTNER_KEY: 'p', EASYPAY_SERVICE_KEY: 's', EASYPAY_SECRET_KEY: 'k' },
} as const;

function modesWith(environment: Readonly<Record<string, string>>) {
  const gateways = createPaymentGateways({
    db,
    clock,
    config: readConfig(environment),
    links,
  });
  for (const [name, gateway] of gateways) expect(gateway.provider).toBe(name);
  return Object.fromEntries(
    paymentProviders.map((provider) => [provider, modeOfProvider(gateways, provider)]),
  );
}

const all = (mode: string) => Object.fromEntries(paymentProviders.map((provider) => [provider, mode]));

test('without credentials every provider is a sandbox, and off in production', () => {
  expect(modesWith({})).toEqual(all('sandbox'));
  expect(modesWith({ NODE_ENV: 'production' })).toEqual(all('off'));
});

test('with credentials every provider is real, in production too', () => {
  const environment = Object.assign({}, ...Object.values(credentials));
  expect(modesWith(environment)).toEqual(all('real'));
  expect(modesWith({ ...environment, NODE_ENV: 'production' })).toEqual(all('real'));
});

test.each(paymentProviders)(
  '%s alone has credentials: the others are sandboxes, or off in production',
  (provider) => {
    expect(modesWith(credentials[provider])).toEqual({ ...all('sandbox'), [provider]: 'real' });
    const production = { ...credentials[provider], NODE_ENV: 'production' };
    expect(modesWith(production)).toEqual({ ...all('off'), [provider]: 'real' });
  },
);

test('LiqPay test keys give a sandbox gateway and a warning', () => {
  const keys = { LIQPAY_PUBLIC_KEY: 'sandbox_i1', LIQPAY_PRIVATE_KEY: 'sandbox_p' };
  expect(modesWith(keys)).toEqual(all('sandbox'));
});
