import { PAYMENT_SENT, PAYMENT_START, type PaymentData } from '#billing/api/payments.ts';
import type { InputOf } from '#contract/define-call.ts';
import type { startPayment } from '#contract/payments/payments.ts';
import { moneyFromWire } from '#domain/money.ts';
import type { PaymentGateways } from '#portal/gateways/payments/all-gateways.ts';
import { type PaymentGateway, ProviderUnavailable } from '#portal/gateways/payments/payment-gateway.ts';
import { type CallResult, fail, relayRefusal, succeed } from '#portal/http/call-result.ts';
import type { FieldsOf, RequestContext } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { orderDescription } from './order-description.template.ts';
import { callbackPath, providerName } from './pay-ways.ts';
import { listOwnedAmong, toPaymentDto } from './payment-dto.ts';

type Input = InputOf<typeof startPayment>;
type Begun = FieldsOf<typeof startPayment>;

/** What beginning a payment stands on. */
export interface BeginServices {
  readonly db: PortalDatabase;
  readonly gateways: PaymentGateways;
  readonly publicUrl: string;
}

function begun(
  parts: readonly PaymentData[],
  { payUrl, payFields }: Pick<Begun, 'payUrl' | 'payFields'>,
): Begun {
  const shown = parts.map(toPaymentDto);
  const [payment] = shown;
  if (payment === undefined) throw new Error('an order without a part');
  return { payment, parts: shown, orderSum: payment.orderSum, payUrl, payFields };
}

function openPage(
  gateway: PaymentGateway,
  parts: readonly PaymentData[],
  cabinet: 'person' | 'entity',
  publicUrl: string,
) {
  const [payment] = parts;
  if (payment === undefined) throw new Error('an order without a part');
  const { account, paymentId, orderId, orderSum } = payment;
  // Whatever object is chosen when the payer comes back: `account` in an address would lead away from the payment.
  const returnPath = `/cabinet/${cabinet}/payments/${paymentId}?of=${encodeURIComponent(account)}`;
  return gateway.createPayment({
    orderId,
    amount: moneyFromWire(orderSum),
    description: orderDescription(parts),
    accountNumber: account,
    paymentId,
    returnUrl: publicUrl + returnPath,
    callbackUrl: publicUrl + callbackPath(gateway.provider),
  });
}

/**
 * Begins a payment: stored by the billing first, then sent to the provider, then the page to pay it on is written
 * down too. Cut off in between, the same request id goes on where it stopped and begins nothing twice. Every account that
 * is paid must be in the cabinet of who pays.
 */
export async function beginPayment(
  input: Input,
  { billing, session }: RequestContext,
  { db, gateways, publicUrl }: BeginServices,
): Promise<CallResult<Begun>> {
  const { provider, also = [] } = input;
  const isOff = (name: string) => fail('payments.providerOff', { provider: providerName(name) });
  if (!gateways.has(provider)) return isOff(provider);
  const others = also.map(({ account }) => account).filter((account) => account !== input.account);
  if (others.length > 0) {
    const owned = await listOwnedAmong(db, session.identityId, others);
    if (others.some((account) => !owned.has(account))) return fail('common.notFound');
  }

  const { token: _, ...order } = input;
  const started = await billing(PAYMENT_START, order);
  if (!started.ok) return relayRefusal(started);
  const { payment, parts } = started.data;
  const { account: accountNumber, paymentId, payUrl, payFields } = payment;
  if (payUrl !== null) return succeed(begun(parts, { payUrl, payFields }));

  const gateway = gateways.get(payment.provider);
  if (gateway === undefined) return isOff(payment.provider);
  const cabinet = session.type === 'entity' ? 'entity' : 'person';
  try {
    const page = await openPage(gateway, parts, cabinet, publicUrl);
    const sent = await billing(PAYMENT_SENT, { accountNumber, paymentId, ...page });
    if (!sent.ok) return relayRefusal(sent);
    // A provider may report before its page is written down here.
    const known = sent.data.payment;
    return succeed(begun(sent.data.parts, known.payUrl === null ? page : { ...known, payUrl: known.payUrl }));
  } catch (error) {
    if (error instanceof ProviderUnavailable) return isOff(payment.provider);
    throw error;
  }
}
