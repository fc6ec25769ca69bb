import type { PaymentOrder, PayPage } from './payment-gateway.ts';

const maxRemembered = 10_000;

/**
 * For a provider that would make a second page when it is told of an order again: answers the first one, to those who ask
 * at the same time too. It lasts as long as the process, which is enough: what a payer was shown is written down with the
 * payment, and a page that nobody was shown is paid by nobody.
 */
export function rememberPages(
  create: (order: PaymentOrder) => Promise<PayPage>,
): (order: PaymentOrder) => Promise<PayPage> {
  const pages = new Map<string, Promise<PayPage>>();

  return (order) => {
    const { orderId } = order;
    const known = pages.get(orderId);
    if (known !== undefined) return known;
    const page = create(order);
    pages.set(orderId, page);
    page.catch(() => pages.delete(orderId));
    const [oldest] = pages.keys();
    if (pages.size > maxRemembered && oldest !== undefined) pages.delete(oldest);
    return page;
  };
}
