import type { PaymentOrder, PayPage } from './payment-gateway.ts';

/** Path that receives a returning browser by GET or POST and redirects it to the payment's page. */
export const browserReturnPath = '/payments/return';

/** Only payment pages are allowed, to prevent an open redirect. */
const paymentPage = /^\/cabinet\/(person|entity)\/payments\/[0-9a-f-]{36}$/;
const oneValue = /^\?[a-z]{1,20}=[A-Za-z0-9%_.-]{1,64}$/;

/**
 * Return address for providers that send the browser back by a form: "https://our.site/payments/return/portmone" with
 * the path of the payment's page.
 */
export function browserReturnUrl(provider: string, returnUrl: string): string {
  const { origin, pathname, search } = new URL(returnUrl);
  return `${origin}${browserReturnPath}/${provider}${pathname}${search}`;
}

/** The page named by such an address, for a redirect; undefined: it is not a page of ours. `search` begins with '?'. */
export function pageAfterReturn(pathname: string, search: string): string | undefined {
  if (!paymentPage.test(pathname)) return undefined;
  return oneValue.test(search) ? pathname + search : pathname;
}

/**
 * Whether a payer may be sent to the page that a provider names: over TLS, or without it when the provider is asked without
 * it too, as a fake server on the same machine is.
 */
export function isPayPage(pageUrl: string, providerUrl: string): boolean {
  if (!URL.canParse(pageUrl)) return false;
  const { protocol } = new URL(pageUrl);
  return protocol === 'https:' || (protocol === 'http:' && providerUrl.startsWith('http:'));
}

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
