import type { OutputOf } from '#contract/define-call.ts';
import type { listReadings } from '#contract/readings.ts';

/** An accepted reading of a customer. */
export const historyRowFixture: OutputOf<typeof listReadings>['readings'][number] = {
  meterSerial: '0012300',
  zone: 'single',
  value: 1,
  effectiveDate: '2026-11-01',
  period: '2026-10',
  submittedAt: '2026-10-31T08:00:00Z',
  source: 'customer',
  state: 'accepted',
  receiptNumber: null,
  kwhSincePrevious: null,
  reason: null,
  hasPhoto: false,
  review: null,
};
