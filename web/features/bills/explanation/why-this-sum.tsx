import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { explainBill, listBills } from '#contract/bills.ts';
import type { InputOf, OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { addMonths, billingPeriod } from '#domain/time/billing-period.ts';
import { ApiError, localFailure } from '#web/lib/api-failure.ts';
import { showPeriod } from '#web/lib/format.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { joinQueries, QueryPart, type QueryState } from '#web/lib/query/query-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { ScreenOnly } from '#web/ui/layout/paper.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import compareBillSelectStyles from './compare-bill-select.module.css';
import { text } from './text.ts';
import styles from './why-this-sum.module.css';

export type ExplanationData = Omit<OutputOf<typeof explainBill>, 'status'>;
export type ExplanationPart = ExplanationData['parts'][number];
type Against = InputOf<typeof explainBill>['against'];

interface CompareBillSelectProps {
  available: ExplanationData['available'];
  against: Against;
  onAgainst: (against: Against) => void;
}

/** The choice between the bill before and the bill of a year ago; says so when there is none of a year ago. */
function CompareBillSelect({ available, against, onAgainst }: CompareBillSelectProps) {
  const name = useId();
  const { previous, lastYear } = available;
  if (previous === null || lastYear === null)
    return (
      <Text size="s" tone="quiet">
        {text.noLastYear}
      </Text>
    );
  const choices = [
    ['previous', showPeriod(previous)],
    ['lastYear', formatText(text.lastYear, { period: showPeriod(lastYear) })],
  ] as const;
  return (
    <ScreenOnly>
      <fieldset className={compareBillSelectStyles.choice}>
        <legend>{text.against}</legend>
        <div className={compareBillSelectStyles.options}>
          {choices.map(([value, label]) => (
            <label key={value} className={compareBillSelectStyles.option}>
              <input
                type="radio"
                name={name}
                value={value}
                checked={value === against}
                onChange={() => onAgainst(value)}
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </ScreenOnly>
  );
}

/** The result of `load`, called once; a failure (no network) can be retried. */
function useLoaded<Result>(load: () => Promise<Result>): QueryState<Result> {
  const [loaded, setLoaded] = useState<{ result: Result }>();
  const [attempt, setAttempt] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState<number>();
  useEffect(() => {
    if (loaded) return;
    let isUnmounted = false;
    load().then(
      (result) => isUnmounted || setLoaded({ result }),
      () => isUnmounted || setFailedAttempt(attempt),
    );
    return () => {
      isUnmounted = true;
    };
  }, [load, attempt, loaded]);
  const hasFailed = !loaded && failedAttempt === attempt;
  return {
    data: loaded?.result,
    error: hasFailed ? new ApiError(localFailure('common.network')) : null,
    isFetching: !loaded && !hasFailed,
    refetch: () => setAttempt(attempt + 1),
  };
}

/** Shown for the first bill, and when there is no bill of a year ago but one of the month before. */
function NothingToCompare(props: { hasPrevious: boolean; onPrevious: () => void }) {
  const { hasPrevious, onPrevious } = props;
  return (
    <Notice
      kind="info"
      title={text.noneTitle}
      live="status"
      actions={hasPrevious && <Button onClick={onPrevious}>{text.comparePrevious}</Button>}
    >
      {hasPrevious ? text.noLastYear : text.first}
    </Notice>
  );
}

type ShowExplanation = (props: { explanation: ExplanationData }) => ReactNode;

interface AnswerProps {
  account: string;
  period: string;
  against: Against;
  onAgainst: (against: Against | undefined) => void;
  /** Loads the component that draws the explanation. */
  load: () => Promise<ShowExplanation>;
}

/** The explanation of a bill against another one, and the choice of the other one. */
function Answer({ account, period, against, onAgainst, load }: AnswerProps) {
  // The list, which the page has anyway, shows what can be compared without a refused request.
  const list = useQuery(accountQuery(listBills, account));
  const periods = list.data?.bills.map((bill) => bill.period);
  const hasPrevious = periods?.some((other) => other < period) ?? true;
  const yearAgo = addMonths(billingPeriod(period), -12);
  const hasBase = against === 'previous' ? hasPrevious : (periods?.includes(yearAgo) ?? true);
  const query = useQuery({
    ...accountQuery(explainBill, account, { period, against }),
    placeholderData: (before) => before,
    enabled: hasBase && (list.data !== undefined || list.error !== null),
  });
  const component = useLoaded(load);
  const nothing = <NothingToCompare hasPrevious={hasPrevious} onPrevious={() => onAgainst('previous')} />;
  if (!hasBase) return nothing;
  return (
    <QueryPart
      query={joinQueries({ explanation: query, component })}
      failed={text.failed}
      refused={({ code }) => code === 'billing.noComparison' && nothing}
      skeleton={
        <div className={styles.loading} aria-busy="true">
          <VisuallyHidden>{text.loading}</VisuallyHidden>
          <Skeleton shape="title" />
          <Skeleton />
          <Skeleton shape="chart" />
          <Skeleton shape="tile" />
        </div>
      }
    >
      {({ explanation, component: Explanation }) => (
        <div className={styles.answer} aria-busy={query.isPlaceholderData || undefined}>
          <CompareBillSelect available={explanation.available} against={against} onAgainst={onAgainst} />
          <Explanation explanation={explanation} />
        </div>
      )}
    </QueryPart>
  );
}

interface WhyThisSumProps extends Omit<AnswerProps, 'against'> {
  /** What the bill is compared with; undefined: collapsed. */
  against: Against | undefined;
}

/** A disclosure with the explanation of the bill against the bill before or of a year ago; loads when opened. */
export function WhyThisSum({ against, onAgainst, ...bill }: WhyThisSumProps) {
  const isOpen = against !== undefined;
  return (
    <div className={styles.why} data-open={isOpen || undefined}>
      <Disclosure
        open={isOpen}
        onOpen={() => isOpen || onAgainst('previous')}
        onClose={() => isOpen && onAgainst(undefined)}
        summary={<h3>{text.title}</h3>}
      >
        {against && <Answer {...bill} against={against} onAgainst={onAgainst} />}
      </Disclosure>
    </div>
  );
}
