import type { Kopiykas } from '#domain/money.ts';
import type { Instant } from '#domain/time/instant.ts';

/** Amount to pay: the whole order, all its parts. */
export interface PaymentOrder {
  readonly orderId: string;
  readonly amount: Kopiykas;
  /** Description on the provider's page and the card statement. */
  readonly description: string;
  readonly accountNumber: string;
  readonly paymentId: string;
  /** Return page of the payer; a visit to it proves nothing. */
  readonly returnUrl: string;
  /** Callback URL. */
  readonly callbackUrl: string;
}

/** Payment page of an order. */
export interface PayPage {
  readonly payUrl: string;
  /** Fields of a POST form; null: a plain link. */
  readonly payFields: Readonly<Record<string, string>> | null;
  /** The provider's order number; null: assigned later. */
  readonly providerReference: string | null;
}

/** An order to query at the provider. */
export interface KnownOrder {
  readonly orderId: string;
  readonly providerReference: string | null;
  readonly amount: Kopiykas;
}

/** Authenticated status of an order at the provider. */
export interface ProviderStatus {
  readonly orderId: string;
  /** returned: the whole sum went back to the payer (refund or reversal). */
  readonly kind: 'paid' | 'refused' | 'waiting' | 'expired' | 'returned';
  readonly amount: Kopiykas;
  /** ISO 4217 letters, e.g. 'UAH'. */
  readonly currency: string;
  readonly providerReference: string | null;
  /** When the provider set the status; null: unknown. An older status never replaces a newer one. */
  readonly reportedAt: Instant | null;
  /** The status data itself, stored with the payment: no card numbers (not even masked), secrets or personal data. */
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** A callback as received. */
export interface Callback {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Raw body: the signature covers the bytes. */
  readonly body: Buffer;
}

/**
 * A payment provider (facts 5). An adapter knows the provider's format and nothing of the ledger, and passes
 * testing/gateway-contract.ts. Throws ProviderUnavailable when the provider does not answer in 10 seconds, or answers
 * 5xx, 429 or invalid data. A sum or currency that differs from the order is returned unchanged: billing compares.
 */
export interface PaymentGateway {
  /** Provider name stored with payments: 'liqpay', 'monobank', 'portmone' or 'easypay'. */
  readonly provider: string;
  /** No real money: the sandbox bank, or test keys. Never in production. */
  readonly isSandbox: boolean;
  /**
   * Callbacks are unauthenticated: each makes the adapter query the provider, and that response counts. Absent:
   * callbacks are signed.
   */
  readonly reportsAreUnsigned?: true;
  /** Form targets for the Content-Security-Policy; absent: no forms. */
  readonly formOrigins?: readonly string[];
  /** Registers an order. Idempotent: a repeated order gets the same page, and nothing is charged twice. */
  createPayment(order: PaymentOrder): Promise<PayPage>;
  /** Parses a callback; undefined: not authenticated. */
  verifyCallback(callback: Callback): Promise<ProviderStatus | undefined>;
  /** Queries the status of an order; undefined: unknown to the provider. */
  queryState(order: KnownOrder): Promise<ProviderStatus | undefined>;
  /**
   * Refunds the whole sum. The status is then returned, or waiting while the refund is in progress. Throws
   * RefundNotOffered and RefundRefused.
   */
  refund(order: KnownOrder): Promise<ProviderStatus>;
}

/** The provider is down, slow, or returns invalid data. */
export class ProviderUnavailable extends Error {
  constructor(provider: string, cause: unknown) {
    super(`the payment provider ${provider} does not answer`, { cause });
  }
}

/** The provider has no refund API: an operator refunds in the provider's own cabinet. */
export class RefundNotOffered extends Error {
  constructor(provider: string) {
    super(`the payment provider ${provider} takes no refunds by a call`);
  }
}

/** The provider refused the refund; no money moved. `reason` is for an operator, without secrets. */
export class RefundRefused extends Error {
  readonly reason: string;

  constructor(provider: string, reason: string) {
    super(`the payment provider ${provider} refuses the refund: ${reason}`);
    this.reason = reason;
  }
}
