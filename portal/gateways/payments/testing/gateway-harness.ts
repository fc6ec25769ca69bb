import type { Kopiykas } from '#domain/money.ts';
import type { Callback, PaymentGateway, PaymentOrder, PayPage } from '../payment-gateway.ts';
import type { ProviderFault } from './fake-provider.ts';
import type { FakeDecision } from './order-book.ts';

/** Where providers differ and the port lets them. */
interface GatewayTraits {
  /** What needs an answer of the provider; the rest is done without it. */
  readonly asks: readonly ('createPayment' | 'verifyCallback' | 'queryState' | 'refund')[];
  /** False: a report proves nothing, and the adapter asks instead. */
  readonly signsReports: boolean;
  readonly tellsTime: boolean;
  /** False: it knows the hryvnia alone. */
  readonly tellsCurrency: boolean;
  /** What can become of an order there. */
  readonly decisions: readonly FakeDecision[];
}

/** An adapter and the provider behind it: the real protocol against a fake of the provider, or the test bank. */
export interface GatewayHarness {
  readonly traits: GatewayTraits;
  /** Waits for answers half a second at most, so that a test need not wait for ten. */
  readonly gateway: PaymentGateway;
  /** The adapter of a server that has just started. */
  restarted(): PaymentGateway;
  /** What the payer's browser does: opens the page, or sends the form there. */
  open(order: PaymentOrder, page: PayPage): Promise<void>;
  /** What becomes of the order at the provider; `changes`: what it reports that differs from the order. */
  decide(
    orderId: string,
    decision: FakeDecision,
    changes?: { readonly amount?: Kopiykas; readonly currency?: string },
  ): Promise<void>;
  /** What the provider reports of the order as it stands. */
  report(orderId: string): Promise<Callback>;
  /** A report of a stranger that says the order is paid: without any signature, or with one of another key. */
  forge(orderId: string, signature: 'none' | 'ofAnotherKey'): Promise<Callback>;
  /** How often the provider gave the money of the order back. */
  returnsOf(orderId: string): Promise<number>;
  /** The provider loses the order. */
  removeOrder(orderId: string): Promise<void>;
  /** The provider's answer until changed; undefined: the correct one. */
  makeTrouble(fault: ProviderFault | undefined): void;
  /** The provider's clock goes on. */
  passTime(ms: number): void;
  /** What nothing that is kept or printed may hold: keys, and what the fake server says of cards and persons. */
  readonly secrets: readonly string[];
  close(): Promise<void>;
}
