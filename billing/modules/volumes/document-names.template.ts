import { type BillingPeriod, formatPeriod } from '#domain/time/billing-period.ts';
import { formatDate, type LocalDate } from '#domain/time/local-date.ts';

/** The document of an applied request, by which its volumes are known: the month, and the day it was sent on. */
export function requestDocument(period: BillingPeriod, sentOn: LocalDate, requestId: string): string {
  return `Заява про коригування обсягів за ${formatPeriod(period)} від ${formatDate(sentOn)}, ${requestId.slice(-6)}`;
}
