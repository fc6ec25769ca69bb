import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { exportFeedIn, listFeedIn } from '#contract/feed-in.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { downloadFile } from '#web/lib/api.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { DownloadButtons } from '#web/lib/download-buttons.tsx';
import { showKwh, showMoney, showSum } from '#web/lib/format.ts';
import { text as names } from '#web/lib/text.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Card } from '#web/ui/card.tsx';
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { ListHead } from '#web/ui/list-head.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './feed-in.module.css';
import { FeedInActs } from './feed-in-acts.tsx';
import { FeedInChart } from './feed-in-chart.tsx';
import type { FeedIn } from './feed-in-months.ts';
import { text } from './text.ts';

interface FeedInTotalsProps {
  account: string;
  year: number;
  data: FeedIn;
}

/** The total of the year with its calculation, the bank account it is paid to, and the export of the year. */
function FeedInTotals({ account, year, data: { totals, bank } }: FeedInTotalsProps) {
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

/** "UA11 3052 9900 …": an IBAN in groups of four, which can break between groups. */
function spacedIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ');
}

const acts = [1, 2, 3];

/** Reserves the space of the page while loading: years, sum, chart, acts. */
function FeedInSkeleton() {
  return (
    <div className={styles.panel} aria-busy="true">
      <VisuallyHidden>{text.loading}</VisuallyHidden>
      <div className={styles.yearsWaiting}>
        <Skeleton shape="title" />
      </div>
      <div className={styles.totals}>
        <Skeleton shape="short" />
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton />
      </div>
      <Card>
        <div className={styles.chart}>
          <Skeleton shape="title" />
          <div className={styles.readoutWaiting}>
            <Skeleton shape="title" />
            <Skeleton />
          </div>
          <Skeleton shape="chart" />
          <Skeleton />
          <Skeleton shape="short" />
        </div>
      </Card>
      <div className={styles.actsWaiting}>
        {acts.map((act) => (
          <Skeleton key={act} shape="tile" />
        ))}
      </div>
    </div>
  );
}

interface FeedInPanelProps {
  account: string;
  /** The year in the URL; undefined: the newest. */
  year: number | undefined;
  onYear: (year: number) => void;
  /** The link to the guide article on selling energy. */
  guideLink: ReactNode;
}

/** What a household with solar panels exported and was paid; for others, an explanation of the green tariff. */
export function FeedInPanel({ account, year, onYear, guideLink }: FeedInPanelProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...accountQuery(listFeedIn, account, year === undefined ? undefined : { year }),
    // Keeps the previous year until the requested one is loaded.
    placeholderData: (shown) => shown,
  });
  if (!data) {
    return error ? (
      <FailedPart
        title={text.failed}
        message={failureOf(error).message}
        retryLabel={text.retry}
        retrying={isFetching}
        onRetry={() => refetch()}
      />
    ) : (
      <FeedInSkeleton />
    );
  }
  if (data.years.length === 0) {
    return data.greenTarif ? (
      <Notice kind="info" title={text.emptyTitle} actions={guideLink}>
        {text.empty}
      </Notice>
    ) : (
      <Notice kind="info" title={text.notSellingTitle} actions={guideLink}>
        <p>{text.notSelling}</p>
        <p>{text.notSellingNext}</p>
      </Notice>
    );
  }
  const shown = year ?? data.year ?? undefined;
  return (
    <div className={styles.panel} aria-busy={isPlaceholderData || undefined}>
      <ChoiceButtons
        label={text.year}
        choices={data.years.map((one) => ({ value: String(one), label: String(one) }))}
        chosen={shown === undefined ? undefined : String(shown)}
        onChoose={(choice) => onYear(Number(choice))}
      />
      {data.year === null || data.months.length === 0 ? (
        <Notice kind="info">{formatText(text.noneOfYear, { year: String(shown) })}</Notice>
      ) : (
        <>
          <FeedInTotals account={account} year={data.year} data={data} />
          <FeedInChart key={data.year} year={data.year} months={data.months} />
          <FeedInActs account={account} months={data.months} />
        </>
      )}
    </div>
  );
}
