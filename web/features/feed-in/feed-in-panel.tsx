import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listFeedIn } from '#contract/feed-in.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './feed-in.module.css';
import { FeedInActs } from './feed-in-acts.tsx';
import { FeedInChart } from './feed-in-chart.tsx';
import { FeedInTotals } from './feed-in-totals.tsx';
import { FeedInWaiting } from './feed-in-waiting.tsx';
import { text } from './text.ts';

interface FeedInPanelProps {
  account: string;
  /** The year of the address; undefined: the newest. */
  year: number | undefined;
  onYear: (year: number) => void;
  /** To what the guide says about selling energy. */
  guideLink: ReactNode;
}

/** What a household with panels gave to the grid and was paid for it; for others, what that is. */
export function FeedInPanel({ account, year, onYear, guideLink }: FeedInPanelProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...accountQuery(listFeedIn, account, year === undefined ? undefined : { year }),
    // The year before stays until the one asked for has come.
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
      <FeedInWaiting />
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
