import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { getCommon } from '#contract/charges.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { firstDay } from '#domain/time/billing-period.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { showDate, showNumber } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { classes } from '#web/ui/classes.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { LinkTabs } from '#web/ui/link-tabs.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { CalculationLines } from './calculation-lines.tsx';
import { calculationMonths, requestedMonth } from './calculation-months.ts';
import { CalculationRefusal, type RefusalLinks } from './calculation-refusal.tsx';
import summary from './calculation-summary.module.css';
import { CalculationSummary } from './calculation-summary.tsx';
import calculationTablesStyles from './calculation-tables.module.css';
import type { Calculation, MeasuredRegister } from './calculation-types.ts';
import styles from './calculation-view.module.css';
import strip from './month-strip.module.css';
import { refusalKind, refusedPeriod } from './refusal-kind.ts';
import { text } from './text.ts';

/** Reserves the space of the sum, the month and the two tables. */
function CalculationSkeleton() {
  return (
    <div className={styles.result} aria-busy="true">
      <VisuallyHidden>{text.loading}</VisuallyHidden>
      <div className={summary.summary} data-tone="dusk">
        <div className={summary.figure}>
          <SkeletonLine />
          <Skeleton shape="figure" />
          <SkeletonLine size="large" />
        </div>
        <div className={summary.how}>
          <SkeletonLine size="wrapping" />
          <div className={strip.strip}>
            <div className={strip.days}>
              <span className={strip.ahead} />
            </div>
            <SkeletonLine size="wrapping" />
          </div>
        </div>
        <div className={summary.next}>
          <SkeletonLine size="three" />
          <span className={styles.button} />
          <SkeletonLine size="two" />
        </div>
      </div>
      <div className={styles.details}>
        <Skeleton shape="title" />
        <Skeleton shape="tile" />
        <Skeleton shape="title" />
        <Skeleton shape="tile" />
      </div>
    </div>
  );
}

interface SkeletonLineProps {
  /** The number of text lines; 'wrapping': two on a phone. */
  size?: 'large' | 'two' | 'three' | 'wrapping';
}

/** A placeholder with the height of the text. */
function SkeletonLine({ size }: SkeletonLineProps) {
  return (
    <div className={classes(styles.bone, size && styles[size])}>
      <Skeleton />
    </div>
  );
}

/** The value and consumption of each register with their basis. */
function CalculationRegisters({ registers }: { registers: readonly MeasuredRegister[] }) {
  return (
    <DataTable
      caption={text.registersCaption}
      captionHidden
      rows={registers}
      rowKey={({ meterSerial, zone }) => `${meterSerial} ${zone}`}
      columns={columns}
    />
  );
}

const windowOf = (value: number, { digitCapacity }: MeasuredRegister) =>
  String(value).padStart(digitCapacity, '0');

/** "01.11–20.11, за середнім". */
function describeBasis({ basis, from, to }: MeasuredRegister): string {
  const day = (date: string) => showDate(date).slice(0, 5);
  return formatText(text.how[basis], { span: formatText(text.span, { from: day(from), to: day(to) }) });
}

const columns: readonly Column<MeasuredRegister>[] = [
  {
    key: 'meter',
    title: text.colMeter,
    cell: (register) => (
      <>
        {[`№\u00a0${register.meterSerial}`, text.zones[register.zone]].filter(Boolean).join(', ')}
        <span className={calculationTablesStyles.detail}>{describeBasis(register)}</span>
      </>
    ),
  },
  {
    key: 'values',
    title: text.colValues,
    cell: (register) => (
      <>
        <span className={calculationTablesStyles.value}>{windowOf(register.openingValue, register)}</span>{' '}
        <span className={calculationTablesStyles.value}>
          → {register.value === null ? text.noValue : windowOf(register.value, register)}
        </span>
      </>
    ),
  },
  { key: 'kwh', title: text.colKwh, numeric: true, cell: ({ kwh }) => showNumber(kwh) },
];

interface CalculationViewProps {
  account: string;
  /** A day of the requested month; absent: the earliest month that is not closed. */
  date: string | undefined;
  linkToMonth: (period: string, date: string, isCurrent: boolean) => ReactNode;
  ways: RefusalLinks;
}

/** The cost of a month so far, or why it can't be calculated. */
export function CalculationView({ account, date, linkToMonth, ways }: CalculationViewProps) {
  const requested = requestedMonth(date);
  const months = calculationMonths(useNow(), requested);
  const question = { url: '/person/calculate', ...(requested && { date: firstDay(requested) }) } as const;
  const query = useQuery(accountQuery(getCommon, account, question));
  const { error, isFetching, refetch } = query;
  const data = query.data?.data;
  const calculation = data !== undefined && 'registers' in data ? data : undefined;
  const failure = error ? failureOf(error) : undefined;
  const kind = failure && refusalKind(failure);
  const shown = requested ?? (failure && refusedPeriod(failure)) ?? calculation?.period;

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

function CalculationResult({ calculation, ways }: { calculation: Calculation; ways: RefusalLinks }) {
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
