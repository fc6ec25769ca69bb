import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { explainBill } from '#contract/bill-explanation.ts';
import { listBills } from '#contract/bills.ts';
import { addMonths, billingPeriod } from '#domain/time/billing-period.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { failureOf, localFailure } from '#web/lib/api-failure.ts';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { AgainstChoice } from './against-choice.tsx';
import type { Against, ExplanationData } from './explanation-types.ts';
import { NothingToCompare } from './nothing-to-compare.tsx';
import { text } from './text.ts';
import { useLoaded } from './use-loaded.ts';
import styles from './why-this-sum.module.css';

export type ShowExplanation = (props: { explanation: ExplanationData }) => ReactNode;

export interface AnswerProps {
  account: string;
  period: string;
  against: Against;
  onAgainst: (against: Against | undefined) => void;
  /** Loads what draws the explanation. */
  load: () => Promise<ShowExplanation>;
}

/** The bill explained by another, and the choice of the other. */
export function Answer({ account, period, against, onAgainst, load }: AnswerProps) {
  // The list that the page has anyway tells what there is to compare with, without being refused first.
  const list = useQuery(accountQuery(listBills, account));
  const periods = list.data?.bills.map((bill) => bill.period);
  const hasPrevious = periods?.some((other) => other < period) ?? true;
  const yearAgo = addMonths(billingPeriod(period), -12);
  const hasBase = against === 'previous' ? hasPrevious : (periods?.includes(yearAgo) ?? true);
  const query = useQuery({
    ...accountQuery(explainBill, account, { period, against }),
    placeholderData: (before) => before,
    enabled: hasBase && !list.isPending,
  });
  const { loaded: Explanation, hasFailed, tryAgain } = useLoaded(load);
  const { data, error, isFetching } = query;

  const failure = error ? failureOf(error) : hasFailed ? localFailure('common.network') : undefined;
  if (!hasBase || failure?.code === 'billing.noComparison') {
    return <NothingToCompare hasPrevious={hasPrevious} onPrevious={() => onAgainst('previous')} />;
  }
  if (failure) {
    return (
      <FailedPart
        title={text.failed}
        message={failure.message}
        retryLabel={text.retry}
        retrying={isFetching}
        onRetry={() => {
          if (hasFailed) tryAgain();
          if (error) void query.refetch();
        }}
      />
    );
  }
  if (!data || !Explanation) {
    return (
      <div className={styles.loading} aria-busy="true">
        <VisuallyHidden>{text.loading}</VisuallyHidden>
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton shape="chart" />
        <Skeleton shape="tile" />
      </div>
    );
  }
  return (
    <div className={styles.answer} aria-busy={query.isPlaceholderData || undefined}>
      <AgainstChoice available={data.available} against={against} onAgainst={onAgainst} />
      <Explanation key={data.base.period} explanation={data} />
    </div>
  );
}
