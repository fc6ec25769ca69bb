import { clientLog } from '#contract/client-log.ts';
import { anyAccountNumber, parseAccountNumber } from '#domain/identifiers/account-codes.ts';
import { succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { keepReport } from './report-store.ts';

/**
 * Errors of browsers. The page that reports is in trouble already: a report that can't be kept, or comes when too many were
 * written in the hour, is a success too.
 */
export function clientLogRoutes({ db, config, errorLog }: PortalServices): Route[] {
  return [
    route(
      clientLog,
      async (
        { token: _token, account, title, reference: callReference, ...detail },
        { reference, clock },
      ) => {
        const report = {
          happenedAt: clock.now(),
          reference,
          callReference,
          title: title || detail.error || '',
          detail,
          accountNumber: parseAccountNumber(account ?? '', anyAccountNumber),
        };
        const kept = await keepReport(db, report, config.browserReportsPerHour).catch((error: unknown) => {
          errorLog.print(error, reference, clientLog.path);
          return undefined;
        });
        return succeed({ reference: kept ?? reference });
      },
      { limit: 'tight' },
    ),
  ];
}
