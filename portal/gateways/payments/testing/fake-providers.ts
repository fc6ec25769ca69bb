import type { Clock } from '#platform/clock.ts';
import type { Callback } from '../payment-gateway.ts';
import { easypaySecrets, startEasypayServer } from './fake-easypay-server.ts';
import { liqpaySecrets, startLiqpayServer } from './fake-liqpay-server.ts';
import { monobankSecrets, startMonobankServer } from './fake-monobank-server.ts';
import { portmoneSecrets, startPortmoneServer } from './fake-portmone-server.ts';
import type { FakeProvider } from './fake-provider.ts';

/** Credentials at the fake servers. */
const liqpay = { publicKey: 'i00000000001', privateKey: 'private-key-of-LiqPay-5a1f', version: 3 } as const;
const monobankToken = 'token-of-monobank-7f3a';
const portmone = {
  payeeId: '1185',
  login: 'WDISHOP_Svitlo',
  password: 'password-of-Portmone-2b',
  key: 'key-of-Portmone-9c1d',
};
const easypay = {
  partnerKey: 'svitlo',
  serviceKey: 'SVITLO-ENERGY',
  secretKey: 'secret-of-EasyPay-e0d4',
};

interface FakeProviderUnderTest extends FakeProvider {
  /** What the provider reports of an order as it stands. */
  reportWith(orderId: string): Callback;
}

export interface FakeProviders {
  readonly liqpay: FakeProviderUnderTest;
  /** `sign`: whatever the bank may sign, also for other shops. */
  readonly monobank: FakeProviderUnderTest & { sign(body: Buffer): Callback };
  readonly portmone: FakeProviderUnderTest;
  readonly easypay: FakeProviderUnderTest;
  /** Variables with which the portal reaches them all with its real adapters. */
  readonly environment: Readonly<Record<string, string>>;
  /** What nothing that is kept or printed may hold: keys, and what the fake servers say of cards and persons. */
  readonly secrets: readonly string[];
  close(): Promise<void>;
}

/** Stand-ins of all four providers, each on a port of its own. */
export async function startFakeProviders(clock: Clock): Promise<FakeProviders> {
  const [liqpayServer, monobankServer, portmoneServer, easypayServer] = await Promise.all([
    startLiqpayServer(liqpay, clock),
    startMonobankServer(monobankToken, clock),
    startPortmoneServer(portmone, clock),
    startEasypayServer(easypay, clock),
  ]);
  return {
    liqpay: { ...liqpayServer, reportWith: (orderId) => liqpayServer.reportWith(orderId, {}) },
    monobank: { ...monobankServer, reportWith: (orderId) => monobankServer.reportWith(orderId, {}) },
    portmone: portmoneServer,
    easypay: { ...easypayServer, reportWith: (orderId) => easypayServer.reportWith(orderId, {}) },
    environment: {
      LIQPAY_PUBLIC_KEY: liqpay.publicKey,
      LIQPAY_PRIVATE_KEY: liqpay.privateKey,
      LIQPAY_URL: liqpayServer.url,
      MONOBANK_TOKEN: monobankToken,
      MONOBANK_URL: monobankServer.url,
      PORTMONE_PAYEE_ID: portmone.payeeId,
      PORTMONE_LOGIN: portmone.login,
      PORTMONE_PASSWORD: portmone.password,
      PORTMONE_KEY: portmone.key,
      PORTMONE_URL: portmoneServer.url,
      EASYPAY_PARTNER_KEY: easypay.partnerKey,
      EASYPAY_SERVICE_KEY: easypay.serviceKey,
      EASYPAY_SECRET_KEY: easypay.secretKey,
      EASYPAY_URL: easypayServer.url,
    },
    secrets: [
      liqpay.privateKey,
      monobankToken,
      portmone.password,
      portmone.key,
      easypay.secretKey,
      ...liqpaySecrets,
      ...monobankSecrets,
      ...portmoneSecrets,
      ...easypaySecrets,
    ],
    async close() {
      await Promise.all(
        [liqpayServer, monobankServer, portmoneServer, easypayServer].map((server) => server.close()),
      );
    },
  };
}
