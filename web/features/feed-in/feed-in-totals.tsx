import { exportFeedIn } from '#contract/feed-in.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { downloadFile } from '#web/lib/api.ts';
import { DownloadButtons } from '#web/lib/download-buttons.tsx';
import { showKwh, showMoney, showSum } from '#web/lib/format.ts';
import { text as names } from '#web/lib/text.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { ListHead } from '#web/ui/list-head.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import styles from './feed-in.module.css';
import type { FeedIn } from './feed-in-months.ts';
import { text } from './text.ts';

interface FeedInTotalsProps {
  account: string;
  year: number;
  data: FeedIn;
}

/** What the year comes to for the household, how that came about, where it is paid to, and the year as a file. */
export function FeedInTotals({ account, year, data: { totals, bank } }: FeedInTotalsProps) {
  const isOnline = useOnline();
  return (
    <div className={styles.totals}>
      <ListHead
        name={formatText(text.toBePaid, { year })}
        figure={<MoneyFigure sum={showMoney(totals.paid)} unit={names.hryvnia} size="l" />}
        note={paidOutNote(totals)}
        hint={isOnline ? undefined : text.filesWait}
      >
        <DownloadButtons
          label={text.files}
          labels={text.formats}
          busyLabel={text.filesBusy}
          download={(format) => downloadFile(exportFeedIn, { account, year, format })}
        />
      </ListHead>
      <p>
        {totals.exportedKwh === 0
          ? text.nothingExported
          : formatText(text.howMuch, {
              kwh: showKwh(totals.exportedKwh),
              amount: showSum(totals.amount),
              tax: showSum(totals.incomeTax),
              levy: showSum(totals.militaryLevy),
            })}
      </p>
      {bank && (
        <p className={styles.quiet}>
          {formatText(text.payTo, { iban: spacedIban(bank.iban), recipient: bank.recipient })}
        </p>
      )}
    </div>
  );
}

function paidOutNote({ paid, paidOut }: FeedIn['totals']): string | undefined {
  if (!/[1-9]/.test(paid)) return undefined;
  if (paid === paidOut) return text.allPaidOut;
  return /[1-9]/.test(paidOut) ? formatText(text.paidOut, { sum: showSum(paidOut) }) : text.nothingPaidOut;
}

/** "UA11 3052 9900 …": an IBAN as people read it; breaks between its groups where the line is short. */
function spacedIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ');
}
