import { paymentProviders } from '#contract/payments.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#portal/config.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { PaymentGateway } from './payment-gateway.ts';
import { createSandboxGateway } from './sandbox/sandbox-gateway.ts';
import { sandboxSecret } from './sandbox/sandbox-signature.ts';

/** The providers that are on, by their name. */
export type PaymentGateways = ReadonlyMap<string, PaymentGateway>;

export interface GatewayOptions {
  readonly db: PortalDatabase;
  readonly clock: Clock;
  readonly config: Pick<Config, 'production'>;
  readonly secretFor: (purpose: string) => Buffer;
}

/** Every provider that can be paid through here; the test bank plays those without credentials, but never in production. */
export function createPaymentGateways({ db, clock, config, secretFor }: GatewayOptions): PaymentGateways {
  const gateways = config.production
    ? []
    : paymentProviders.map((provider) =>
        createSandboxGateway({ provider, db, clock, secret: sandboxSecret(secretFor, provider) }),
      );
  return new Map(gateways.map((gateway) => [gateway.provider, gateway]));
}
