import { paymentProviders } from '#contract/payments/payments.ts';
import type { Clock } from '#platform/clock.ts';
import type { KeyRing } from '#platform/key-ring.ts';
import type { Config } from '#portal/config.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { createEasypayGateway } from './easypay/easypay-gateway.ts';
import { createLiqpayGateway } from './liqpay/liqpay-gateway.ts';
import { createMonobankGateway } from './monobank/monobank-gateway.ts';
import type { PaymentGateway } from './payment-gateway.ts';
import { createPortmoneGateway } from './portmone/portmone-gateway.ts';
import { createSandboxGateway } from './sandbox/sandbox-gateway.ts';
import { sandboxSecret } from './sandbox/sandbox-status.ts';

/** Enabled providers by name, in the display order. */
export type PaymentGateways = ReadonlyMap<string, PaymentGateway>;

/** 'real': has credentials; 'sandbox': no real money; 'off': no credentials in production. */
export type ProviderMode = 'real' | 'sandbox' | 'off';

export interface GatewayOptions {
  readonly db: PortalDatabase;
  readonly clock: Clock;
  readonly config: Pick<Config, 'production' | 'payments'>;
  readonly links: KeyRing;
}

/** Adapters of the providers with credentials. */
function realGateways({ clock, config }: GatewayOptions): readonly PaymentGateway[] {
  const { liqpay, monobank, portmone, easypay } = config.payments;
  return [
    ...(liqpay ? [createLiqpayGateway({ ...liqpay, clock })] : []),
    ...(monobank ? [createMonobankGateway({ ...monobank, clock })] : []),
    ...(portmone ? [createPortmoneGateway({ ...portmone, clock })] : []),
    ...(easypay ? [createEasypayGateway({ ...easypay, clock })] : []),
  ];
}

/** All available providers; the sandbox bank replaces those without credentials, never in production. */
export function createPaymentGateways(options: GatewayOptions): PaymentGateways {
  const { db, clock, config, links } = options;
  const real = new Map(realGateways(options).map((gateway) => [gateway.provider, gateway]));
  const play = (provider: string) =>
    createSandboxGateway({ provider, db, clock, secret: sandboxSecret(links, provider) });
  const gateways = paymentProviders.flatMap((provider) => {
    const gateway = real.get(provider) ?? (config.production ? undefined : play(provider));
    return gateway === undefined ? [] : [[provider, gateway] as const];
  });
  return new Map(gateways);
}

/** Form targets of the enabled providers, for the Content-Security-Policy. */
export function formOriginsOf(gateways: PaymentGateways): readonly string[] {
  return [...gateways.values()].flatMap(({ formOrigins = [] }) => formOrigins);
}

/** Mode of each provider; every provider is offered. */
export function modeOfProvider(gateways: PaymentGateways, provider: string): ProviderMode {
  const gateway = gateways.get(provider);
  if (gateway === undefined) return 'off';
  return gateway.isSandbox ? 'sandbox' : 'real';
}
