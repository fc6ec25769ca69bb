import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { exportPayments, type listPayments } from '#contract/payments.ts';
import { downloadFile } from '#web/lib/api.ts';
import { DownloadButtons } from '#web/lib/download-buttons.tsx';
import { showMoney } from '#web/lib/format.ts';
import { text as names } from '#web/lib/text.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { ListHead } from '#web/ui/list-head.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import type { PaymentFilter } from './payment-filter.ts';
import { text } from './text.ts';

/** The server puts no more into one file. */
const mostRows = 10_000;

interface PaymentTotalsProps {
  account: string;
  filter: PaymentFilter;
  totals: OutputOf<typeof listPayments>['totals'];
}

/** What the filter comes to, and the same as a file. */
export function PaymentTotals({ account, filter, totals }: PaymentTotalsProps) {
  const isOnline = useOnline();
  const count = formatText(text.count, { n: totals.count });
  const hint = isOnline ? totals.count > mostRows && text.filesCut : text.filesWait;
  return (
    <ListHead
      {...(filter.state === 'failed'
        ? { name: text.found, figure: count }
        : {
            name: filter.state === 'inTransit' ? text.sumInTransit : text.sumPaid,
            figure: <MoneyFigure sum={showMoney(totals.sum)} unit={names.hryvnia} size="l" />,
            note: count,
          })}
      hint={hint || undefined}
    >
      <DownloadButtons
        label={text.files}
        labels={text.formats}
        busyLabel={text.filesBusy}
        download={(format) => downloadFile(exportPayments, { account, ...filter, format })}
      />
    </ListHead>
  );
}
