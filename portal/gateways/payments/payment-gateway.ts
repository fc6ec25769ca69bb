import type { Kopiykas } from '#domain/money.ts';
import type { Instant } from '#domain/time/instant.ts';

/** What a provider is to take: the whole order, whatever parts it has. */
export interface PaymentOrder {
  readonly orderId: string;
  readonly amount: Kopiykas;
  /** What the payer reads on the provider's page and in the statement of the card. */
  readonly description: string;
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
  /** To be sent there as a form by POST; null: the address alone. */
  readonly payFields: Readonly<Record<string, string>> | null;
  /** The provider's own number of it; null: given later. */
  readonly providerReference: string | null;
}

/** An order as the provider is asked about it. */
export interface KnownOrder {
  readonly orderId: string;
  readonly providerReference: string | null;
  readonly amount: Kopiykas;
}

/** What a provider says of an order, proved to come from it. */
export interface ProviderWord {
  readonly orderId: string;
  /** returned: the money went back to the payer, whole (refund or reversal). */
  readonly kind: 'paid' | 'refused' | 'waiting' | 'expired' | 'returned';
  readonly amount: Kopiykas;
  /** ISO 4217 letters, e.g. 'UAH'. */
  readonly currency: string;
  readonly providerReference: string | null;
  /** When the provider says it became so; null: it does not say. An older word never undoes a newer one. */
  readonly saidAt: Instant | null;
  /** The word itself, to be kept with the payment: no card numbers (masked ones neither), no secrets, no personal data. */
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
 * testing/gateway-contract.ts. Throws ProviderUnavailable when the provider does not answer in 10 seconds, answers 5xx or
 * 429, or nonsense. A sum or a currency other than ordered is told as it is: the billing compares.
 */
export interface PaymentGateway {
  /** The name that payments carry: 'liqpay', 'monobank', 'portmone' or 'easypay'. */
  readonly provider: string;
  /** No real money moves: the test bank plays the provider, or the keys are test keys. Never in production. */
  readonly isSandbox: boolean;
  /**
   * Its reports prove nothing, so that each makes the adapter ask the provider, and its word is the answer; anybody can send
   * one. Absent: its reports are signed.
   */
  readonly reportsAreUnsigned?: true;
  /** Origins to which browsers send the forms of its pages, for the security policy; absent: it has no forms. */
  readonly formOrigins?: readonly string[];
  /** Tells the provider of an order. Repeated for the same order it answers the same page, and nothing is charged twice. */
  createPayment(order: PaymentOrder): Promise<PayPage>;
  /** What a callback says; undefined: it is not proved to come from the provider. */
  verifyCallback(callback: Callback): Promise<ProviderWord | undefined>;
  /** Asks the provider where an order stands; undefined: it does not know the order. */
  queryState(order: KnownOrder): Promise<ProviderWord | undefined>;
  /**
   * Gives the whole sum back to the payer. The word says where the order stands then: returned, or waiting while the money
   * is on its way back. Throws RefundNotOffered and RefundRefused.
   */
  refund(order: KnownOrder): Promise<ProviderWord>;
}

/** The provider is down, slow, or answers nonsense. */
export class ProviderUnavailable extends Error {
  constructor(provider: string, cause: unknown) {
    super(`the payment provider ${provider} does not answer`, { cause });
  }
}

/** The provider takes no refunds by a call: an operator gives the money back in the provider's own cabinet. */
export class RefundNotOffered extends Error {
  constructor(provider: string) {
    super(`the payment provider ${provider} takes no refunds by a call`);
  }
}

/** The provider has heard of the refund and says no; nothing has moved. `reason` is for an operator, without secrets. */
export class RefundRefused extends Error {
  readonly reason: string;

  constructor(provider: string, reason: string) {
    super(`the payment provider ${provider} refuses the refund: ${reason}`);
    this.reason = reason;
  }
}
