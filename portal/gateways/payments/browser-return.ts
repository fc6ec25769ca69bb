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
