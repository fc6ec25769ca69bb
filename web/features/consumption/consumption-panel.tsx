import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { consumptionHistory } from '#contract/consumption.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { Card } from '#web/ui/card.tsx';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { ConsumptionChart } from './consumption-chart.tsx';
import styles from './consumption-panel.module.css';
import { ConsumptionSkeleton } from './consumption-placeholder.tsx';
import { text } from './text.ts';

/** Thirteen months of consumption as bars and as a table. */
export function ConsumptionPanel({ account }: { account: string }) {
  const title = useId();
  const { data, error, isFetching, refetch } = useQuery(accountQuery(consumptionHistory, account));
  return (
    <Card labelledBy={title} busy={isFetching}>
      <div className={styles.panel}>
        <h2 id={title} className={styles.title}>
          {text.title}
        </h2>
        {data && data.months.length > 0 && <ConsumptionChart months={data.months} key={account} />}
        {data?.months.length === 0 && <p className={styles.empty}>{text.empty}</p>}
        {!data && !error && <ConsumptionSkeleton />}
        {error && !data && (
          <FailedPart
            title={text.failed}
            message={failureOf(error).message}
            retryLabel={text.retry}
            retrying={isFetching}
            onRetry={() => refetch()}
          />
        )}
      </div>
    </Card>
  );
}
