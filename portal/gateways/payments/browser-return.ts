/** Path, below our address, at which a browser is taken back by GET or POST and sent on to a payment's page. */
export const browserReturnPath = '/payments/return';

/** What may follow it: the page of a payment, and nothing else, or strangers could send payers anywhere. */
const paymentPage = /^\/cabinet\/(person|entity)\/payments\/[0-9a-f-]{36}$/;
const oneValue = /^\?[a-z]{1,20}=[A-Za-z0-9%_.-]{1,64}$/;

/**
 * Where a provider sends the payer's browser that comes back by a form: "https://our.site/payments/return/portmone" and
 * then the path of the payment's page.
 */
export function browserReturnUrl(provider: string, returnUrl: string): string {
  const { origin, pathname, search } = new URL(returnUrl);
  return `${origin}${browserReturnPath}/${provider}${pathname}${search}`;
}

/** The page that such an address names, for a redirect; undefined: it names none of ours. `search` begins with '?'. */
export function pageAfterReturn(pathname: string, search: string): string | undefined {
  if (!paymentPage.test(pathname)) return undefined;
  return oneValue.test(search) ? pathname + search : pathname;
}
