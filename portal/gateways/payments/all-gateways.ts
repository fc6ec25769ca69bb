import { paymentProviders } from '#contract/payments.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#portal/config.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { createEasypayGateway } from './easypay/easypay-gateway.ts';
import { createLiqpayGateway } from './liqpay/liqpay-gateway.ts';
import { createMonobankGateway } from './monobank/monobank-gateway.ts';
import type { PaymentGateway } from './payment-gateway.ts';
import { createPortmoneGateway } from './portmone/portmone-gateway.ts';
import { createSandboxGateway } from './sandbox/sandbox-gateway.ts';
import { sandboxSecret } from './sandbox/sandbox-signature.ts';

/** The providers that are on, by their name, in the order in which customers see them. */
export type PaymentGateways = ReadonlyMap<string, PaymentGateway>;

/** 'real': it has credentials; 'sandbox': no real money moves; 'off': it has none, in production. */
export type ProviderMode = 'real' | 'sandbox' | 'off';

export interface GatewayOptions {
  readonly db: PortalDatabase;
  readonly clock: Clock;
  readonly config: Pick<Config, 'production' | 'payments'>;
  readonly secretFor: (purpose: string) => Buffer;
}

/** The adapters of the providers whose credentials are set. */
function realGateways({ clock, config }: GatewayOptions): readonly PaymentGateway[] {
  const { liqpay, monobank, portmone, easypay } = config.payments;
  return [
    ...(liqpay ? [createLiqpayGateway({ ...liqpay, clock })] : []),
    ...(monobank ? [createMonobankGateway({ ...monobank, clock })] : []),
    ...(portmone ? [createPortmoneGateway({ ...portmone, clock })] : []),
    ...(easypay ? [createEasypayGateway({ ...easypay, clock })] : []),
  ];
}

/** Every provider that can be paid through here; the test bank plays those without credentials, but never in production. */
export function createPaymentGateways(options: GatewayOptions): PaymentGateways {
  const { db, clock, config, secretFor } = options;
  const real = new Map(realGateways(options).map((gateway) => [gateway.provider, gateway]));
  const play = (provider: string) =>
    createSandboxGateway({ provider, db, clock, secret: sandboxSecret(secretFor, provider) });
  const gateways = paymentProviders.flatMap((provider) => {
    const gateway = real.get(provider) ?? (config.production ? undefined : play(provider));
    return gateway === undefined ? [] : [[provider, gateway] as const];
  });
  return new Map(gateways);
}

/** Where the forms of the providers that are on are sent, for the security policy. */
export function formOriginsOf(gateways: PaymentGateways): readonly string[] {
  return [...gateways.values()].flatMap(({ formOrigins = [] }) => formOrigins);
}

/** How a provider takes money here; every provider has a mode, for every provider is offered (decision 0046). */
export function modeOfProvider(gateways: PaymentGateways, provider: string): ProviderMode {
  const gateway = gateways.get(provider);
  if (gateway === undefined) return 'off';
  return gateway.isSandbox ? 'sandbox' : 'real';
}
