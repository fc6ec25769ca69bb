import { answer } from '#billing/api/define-module.ts';
import { REPORT_COUNTS_ADD_UP } from '#billing/api/reports.ts';
import { handleModule } from '#billing/module-handler.ts';
import { addUpConsumptionCounts } from '#billing/modules/charges/public.ts';
import { addUpLedgerCounts } from '#billing/modules/ledger/public.ts';
import { addUpAccountCounts } from '#billing/modules/master-data/public.ts';
import { addUpAccountReadings, addUpReadingCounts } from '#billing/modules/readings/public.ts';

/** REPORT_COUNTS_ADD_UP: statements that write what is counted append rows and never wait for this. */
export const handleReportCountsAddUp = handleModule(REPORT_COUNTS_ADD_UP, ({ db }) => async () => {
  const [ofAccountReadings, ...removed] = await Promise.all([
    addUpAccountReadings(db),
    addUpAccountCounts(db),
    addUpReadingCounts(db),
    addUpLedgerCounts(db),
    addUpConsumptionCounts(db),
  ]);
  return answer({
    removed: removed.reduce((sum, count) => sum + count, ofAccountReadings.removed),
    isFinished: ofAccountReadings.isFinished,
  });
});
