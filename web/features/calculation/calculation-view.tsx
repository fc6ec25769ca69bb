import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { getCommon } from '#contract/common-reads.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { firstDay } from '#domain/time/billing-period.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { useNow } from '#web/lib/use-now.ts';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { LinkTabs } from '#web/ui/link-tabs.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { CalculationLines } from './calculation-lines.tsx';
import { askedMonth, calculationMonths } from './calculation-months.ts';
import { CalculationRefusal, type RefusalWays } from './calculation-refusal.tsx';
import { CalculationRegisters } from './calculation-registers.tsx';
import { CalculationSkeleton } from './calculation-skeleton.tsx';
import { CalculationSummary } from './calculation-summary.tsx';
import type { Calculation } from './calculation-types.ts';
import styles from './calculation-view.module.css';
import { refusalKind, refusedPeriod } from './refusal-kind.ts';
import { text } from './text.ts';

interface CalculationViewProps {
  account: string;
  /** A day of the month asked for; absent: the earliest month that is not closed. */
  date: string | undefined;
  linkToMonth: (period: string, date: string, isCurrent: boolean) => ReactNode;
  ways: RefusalWays;
}

/** What a month costs so far, or why that can't be told. */
export function CalculationView({ account, date, linkToMonth, ways }: CalculationViewProps) {
  const asked = askedMonth(date);
  const months = calculationMonths(useNow(), asked);
  const question = { url: '/person/calculate', ...(asked && { date: firstDay(asked) }) } as const;
  const query = useQuery(accountQuery(getCommon, account, question));
  const { error, isFetching, refetch } = query;
  const data = query.data?.data;
  const calculation = data !== undefined && 'registers' in data ? data : undefined;
  const failure = error ? failureOf(error) : undefined;
  const kind = failure && refusalKind(failure);
  const shown = asked ?? (failure && refusedPeriod(failure)) ?? calculation?.period;

  function body(): ReactNode {
    if (failure && kind) {
      const month = shown ?? months.at(-1) ?? '';
      const refusal = { kind, failure, month, ways, retrying: isFetching };
      return <CalculationRefusal {...refusal} onRetry={() => void refetch()} />;
    }
    if (calculation) {
      return (
        <>
          {failure && (
            <Notice kind="warn" live="status">
              {formatText(text.notCurrent, { message: failure.message })}
            </Notice>
          )}
          <CalculationResult calculation={calculation} ways={ways} />
        </>
      );
    }
    if (!failure) return <CalculationSkeleton />;
    return (
      <FailedPart
        title={text.failed}
        message={failure.message}
        retryLabel={text.retry}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }

  return (
    <div className={styles.view}>
      <LinkTabs label={text.months} className={styles.months}>
        {months.map((period) => (
          <span key={period}>{linkToMonth(period, firstDay(period), period === shown)}</span>
        ))}
      </LinkTabs>
      {body()}
    </div>
  );
}

function CalculationResult({ calculation, ways }: { calculation: Calculation; ways: RefusalWays }) {
  const id = useId();
  return (
    <div className={styles.result}>
      <CalculationSummary calculation={calculation} {...ways} />
      <div className={styles.details}>
        <section aria-labelledby={`${id}-registers`}>
          <h2 id={`${id}-registers`}>{text.registersTitle}</h2>
          <CalculationRegisters registers={calculation.registers} />
        </section>
        <section aria-labelledby={`${id}-lines`}>
          <h2 id={`${id}-lines`}>{text.linesTitle}</h2>
          <CalculationLines {...calculation} />
        </section>
      </div>
    </div>
  );
}
