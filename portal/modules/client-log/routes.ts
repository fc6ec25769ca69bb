import { clientLog } from '#contract/client-log.ts';
import { parseAccountNumber } from '#domain/identifiers/account-number.ts';
import { succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';

/** Errors of browsers. The page that reports is in trouble already: a report that can't be kept is a success too. */
export function clientLogRoutes({ errorLog }: PortalServices): Route[] {
  return [
    route(
      clientLog,
      async ({ token: _token, account, title, ...detail }, { reference, clock }) => {
        const happenedAt = clock.now();
        const accountNumber = parseAccountNumber(account ?? '');
        await errorLog
          .record({
            happenedAt,
            reference,
            origin: 'client',
            title: title || detail.error || '',
            detail,
            ...(accountNumber !== undefined && { accountNumber }),
          })
          .catch((error: unknown) => errorLog.print(error, reference, clientLog.path));
        return succeed({ reference });
      },
      { limit: 'tight' },
    ),
  ];
}
