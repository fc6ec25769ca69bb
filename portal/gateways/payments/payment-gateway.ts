import type { Kopiykas } from '#domain/money.ts';

/** A payment that a provider is to take. */
export interface PaymentOrder {
  readonly orderId: string;
  readonly amount: Kopiykas;
  /** What the payer reads on the provider's page. */
  readonly accountNumber: string;
  readonly paymentId: string;
  /** Page of ours where the provider sends the payer back to; it proves nothing. */
  readonly returnUrl: string;
  /** Address of ours where the provider reports. */
  readonly callbackUrl: string;
}

/** Where the payer pays it. */
export interface PayPage {
  readonly payUrl: string;
  /** The provider's own number of it; null: given later. */
  readonly providerReference: string | null;
}

/** What a provider says of an order, proved to come from it. */
export interface ProviderWord {
  readonly orderId: string;
  readonly kind: 'paid' | 'refused' | 'waiting';
  readonly amount: Kopiykas;
  /** ISO 4217 letters, e.g. 'UAH'. */
  readonly currency: string;
  readonly providerReference: string | null;
  /** The word itself, to be kept with the payment; without card numbers and secrets. */
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** A report of a provider as it came in. */
export interface Callback {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The bytes themselves: a signature is over them, not over what was understood of them. */
  readonly body: Buffer;
}

/**
 * A provider of payments (facts 5). Adapters know its formats and nothing of the ledger; every adapter passes
 * gateway-contract.ts. Throws ProviderUnavailable when the provider does not answer.
 */
export interface PaymentGateway {
  /** The name that payments carry: 'sandbox', 'liqpay', … */
  readonly provider: string;
  /** Tells the provider of an order. Repeated for the same order it answers the same page. */
  createPayment(order: PaymentOrder): Promise<PayPage>;
  /** What a callback says; undefined: it is not proved to come from the provider. */
  verifyCallback(callback: Callback): Promise<ProviderWord | undefined>;
  /** Asks the provider where an order stands; undefined: it does not know the order. */
  queryState(orderId: string): Promise<ProviderWord | undefined>;
}

/** The provider is down, slow, or answers nonsense. */
export class ProviderUnavailable extends Error {
  constructor(provider: string, cause: unknown) {
    super(`the payment provider ${provider} does not answer`, { cause });
  }
}
