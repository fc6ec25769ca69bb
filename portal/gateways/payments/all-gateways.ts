import type { Clock } from '#platform/clock.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { PaymentGateway } from './payment-gateway.ts';
import { createSandboxGateway } from './sandbox/sandbox-gateway.ts';

/** The providers that are on, by their name. */
export type PaymentGateways = ReadonlyMap<string, PaymentGateway>;

export interface GatewayOptions {
  readonly db: PortalDatabase;
  readonly clock: Clock;
  readonly production: boolean;
  /** Shared with the test bank. */
  readonly sandboxSecret: Buffer;
}

/** Every provider that can be paid through here. The test bank does not exist in production. */
export function createPaymentGateways(options: GatewayOptions): PaymentGateways {
  const { db, clock, production, sandboxSecret } = options;
  const gateways = production ? [] : [createSandboxGateway({ db, clock, secret: sandboxSecret })];
  return new Map(gateways.map((gateway) => [gateway.provider, gateway]));
}
