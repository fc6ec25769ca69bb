import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { getCommon } from '#contract/charges.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { tableOf } from '#domain/table-of.ts';
import { addMonths, type BillingPeriod, firstDay, periodOf } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { type ApiFailure, failureOf } from '#web/lib/api-failure.ts';
import { askCallCentre } from '#web/lib/form/blocked-advice.ts';
import { showDate, showMonthName, showNumber } from '#web/lib/format.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { text as commonText } from '#web/lib/text.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { bill, calculator, phone, retry } from '#web/ui/cabinet-icons.ts';
import { classes } from '#web/ui/classes.ts';
import { LinkTabs } from '#web/ui/form/choice-buttons.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { check, clock } from '#web/ui/icons.ts';
import { Stack } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type Calculation, CalculationLines, type MeasuredRegister } from './calculation-lines.tsx';
import calculationRefusalStyles from './calculation-refusal.module.css';
import summary from './calculation-summary.module.css';
import { CalculationSummary } from './calculation-summary.tsx';
import calculationTablesStyles from './calculation-tables.module.css';
import styles from './calculation-view.module.css';
import strip from './month-strip.module.css';
import { text } from './text.ts';

/** Why there is no sum, as a state of the page. */
type RefusalKind = 'ready' | 'verification' | 'contract' | 'group' | 'closing' | 'callCentre' | 'none';

const kinds: Readonly<Record<string, RefusalKind>> = tableOf({
  'billing.alreadyCalculated': 'ready',
  'billing.pendingVerification': 'verification',
  'billing.contractChanges': 'contract',
  'billing.specialConditionsGroup': 'group',
  'billing.periodClosing': 'closing',
  'billing.invoiceByCallCentre': 'callCentre',
  'billing.noCharges': 'none',
});

/** undefined: a technical failure, not a business refusal. */
export function refusalKind({ code }: Pick<ApiFailure, 'code'>): RefusalKind | undefined {
  return kinds[code];
}

/** The month named by a refusal; undefined: none. */
export function refusedPeriod({ details }: Pick<ApiFailure, 'details'>): string | undefined {
  if (typeof details !== 'object' || details === null) return undefined;
  const period: unknown = Reflect.get(details, 'period');
  return typeof period === 'string' && /^\d{4}-\d{2}$/.test(period) ? period : undefined;
}

interface RefusalLinks {
  /** The link to the bill of a month. */
  bill: (period: string) => ReactNode;
  bills: ReactNode;
  /** Actions on the readings, else the link to the readings. */
  readings: ReactNode;
  /** The phones of the contact centre, as links. */
  phones: ReactNode;
}

interface CalculationRefusalProps {
  kind: RefusalKind;
  failure: ApiFailure;
  /** The requested month, when the refusal does not name one. */
  month: string;
  ways: RefusalLinks;
  retrying: boolean;
  onRetry: () => void;
}

const drawings: Readonly<Record<RefusalKind, string>> = {
  ready: check,
  verification: clock,
  contract: bill,
  group: clock,
  closing: retry,
  callCentre: phone,
  none: calculator,
};

/** Why there is no sum, with the text of the message catalogue, and what to do instead. */
function CalculationRefusal(props: CalculationRefusalProps) {
  const { kind, failure, month, ways, retrying, onRetry } = props;
  const period = refusedPeriod(failure) ?? month;
  return (
    <section className={calculationRefusalStyles.refusal} data-kind={kind}>
      <span className={calculationRefusalStyles.mark}>
        <Icon drawing={drawings[kind]} />
      </span>
      <div className={calculationRefusalStyles.body}>
        <h2>{formatText(text[kind], { month: showMonthName(period) })}</h2>
        <p>{reasonOf(kind, failure)}</p>
        <div className={calculationRefusalStyles.ways}>
          {kind === 'ready' && ways.bill(period)}
          {kind === 'callCentre' && ways.phones}
          {(kind === 'verification' || kind === 'group') && ways.readings}
          {kind === 'closing' && (
            <Button kind="ink" busy={retrying} onClick={onRetry}>
              {commonText.retry}
            </Button>
          )}
          {kind !== 'ready' && ways.bills}
        </div>
      </div>
    </section>
  );
}

/** Phones are cut from the message because they follow as links; a missing charge is already in the heading. */
function reasonOf(kind: RefusalKind, { message }: ApiFailure): string {
  if (kind === 'none') return text.noneWhy;
  return kind === 'callCentre' ? askCallCentre : message;
}

/**
 * The months to choose from: the previous one, which may not be closed yet, the current one, and the requested one.
 */
export function calculationMonths(
  now: Instant,
  requested: BillingPeriod | undefined,
): readonly BillingPeriod[] {
  const month = periodOf(kyivDateOf(now));
  const months = [addMonths(month, -1), month];
  return requested === undefined || months.includes(requested) ? months : [requested, ...months].sort();
}

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
          <Stack gap="15">
            <div className={strip.days}>
              <span className={strip.ahead} />
            </div>
            <SkeletonLine size="wrapping" />
          </Stack>
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
  const requested = date === undefined ? undefined : periodOf(localDate(date));
  const months = calculationMonths(useNow(), requested);
  const question = { url: '/person/calculate', ...(requested && { date: firstDay(requested) }) } as const;
  const query = useQuery(accountQuery(getCommon, account, question));
  const data = query.data?.data;
  const calculation = data !== undefined && 'registers' in data ? data : undefined;
  const failure = query.error ? failureOf(query.error) : undefined;
  const kind = failure && refusalKind(failure);
  const shown = requested ?? (failure && refusedPeriod(failure)) ?? calculation?.period;

  return (
    <div className={styles.view}>
      <LinkTabs label={text.months} className={styles.months}>
        {months.map((period) => (
          <span key={period}>{linkToMonth(period, firstDay(period), period === shown)}</span>
        ))}
      </LinkTabs>
      <QueryPart
        query={{ ...query, data: kind ? undefined : calculation }}
        failed={text.failed}
        skeleton={<CalculationSkeleton />}
        refused={(failure) =>
          kind && (
            <CalculationRefusal
              kind={kind}
              failure={failure}
              month={shown ?? months.at(-1) ?? ''}
              ways={ways}
              retrying={query.isFetching}
              onRetry={() => void query.refetch()}
            />
          )
        }
      >
        {(calculation) => (
          <>
            {failure && (
              <Notice kind="warn" live="status">
                {formatText(text.notCurrent, { message: failure.message })}
              </Notice>
            )}
            <CalculationResult calculation={calculation} ways={ways} />
          </>
        )}
      </QueryPart>
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
