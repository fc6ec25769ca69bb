import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { getVolumeYear } from '#contract/volumes.ts';
import { showDate, showKwh, showMonthName, showPeriod } from '#web/lib/format.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { figureColumns, NearMark } from './figures.tsx';
import { text } from './text.ts';
import styles from './volumes.module.css';

type Year = OutputOf<typeof getVolumeYear>;
type Month = Year['months'][number];
export type RequestState = NonNullable<Month['request']>['state'];

export const stateTones: Readonly<Record<RequestState, StateTone>> = {
  draft: 'note',
  sent: 'wait',
  approved: 'wait',
  declined: 'bad',
  applied: 'good',
};

interface VolumeYearProps {
  account: string;
  year: number;
  /** The chosen month. */
  month: string;
  yearLink: (year: number, words: string) => ReactNode;
  monthLink: (period: string, words: ReactNode) => ReactNode;
  /** `isButton`: the one that begins a correction. */
  correctLink: (period: string, words: ReactNode, isButton?: boolean) => ReactNode;
}

/** The months of a year with their sums, what of the year is left, and what waits in each month. */
export function VolumeYear({ account, year, ...props }: VolumeYearProps) {
  const query = useQuery(accountQuery(getVolumeYear, account, { year }));
  return (
    <Stack as="section" gap="3" aria-labelledby="volume-year">
      <Row gap="3" align="center">
        <Text as="h2" id="volume-year" size="l">
          {formatText(text.yearTitle, { year })}
        </Text>
        <Row gap="2" align="center">
          {props.yearLink(year - 1, text.previousYear)}
          {props.yearLink(year + 1, text.nextYear)}
        </Row>
      </Row>
      <QueryPart
        query={query}
        failed={text.failed}
        skeleton={
          <div aria-busy="true">
            <VisuallyHidden>{text.loading}</VisuallyHidden>
            <Skeleton />
            <Skeleton shape="chart" />
          </div>
        }
      >
        {(data) => <Months {...props} year={year} data={data} />}
      </QueryPart>
    </Stack>
  );
}

function Months({
  data,
  year,
  month,
  monthLink,
  correctLink,
}: Omit<VolumeYearProps, 'account' | 'yearLink'> & { data: Year }) {
  const { months, total, contractNumber, toleranceHundredths, correctable } = data;
  if (months.every(({ points, usedKwh }) => points === 0 && usedKwh === null))
    return (
      <Notice kind="info" title={formatText(text.nothingAgreed, { year })}>
        {text.nothingAgreedNext}
      </Notice>
    );
  const isOver = total.leftKwh < 0;
  const words = isOver ? text.yearOver : text.yearLine;
  const columns: readonly Column<Month>[] = [
    { key: 'month', title: text.month, cell: ({ period }) => monthLink(period, showMonthName(period)) },
    ...figureColumns,
    {
      key: 'attention',
      title: text.attention,
      cell: (one) => <Attention month={one} correctLink={correctLink} />,
    },
  ];
  return (
    <>
      <Stack gap="05">
        <Text isStrong isNumeric>
          {formatText(words, {
            corrected: showKwh(total.correctedKwh),
            used: showKwh(total.usedKwh),
            left: showKwh(total.leftKwh),
            over: showKwh(-total.leftKwh),
          })}
        </Text>
        <Text size="s" tone="quiet">
          {formatText(toleranceHundredths === null ? text.noTolerance : text.tolerance, {
            contract: contractNumber,
            percent: String((toleranceHundredths ?? 0) / 100).replace('.', ','),
          })}
        </Text>
      </Stack>
      <p>
        {correctLink(correctable, formatText(text.correctMonth, { month: showPeriod(correctable) }), true)}
      </p>
      <DataTable
        caption={`${text.months}, ${text.unit}`}
        captionHidden
        phoneLayout={styles.rows}
        columns={columns}
        rows={months}
        rowKey={({ period }) => (period === month ? `chosen ${period}` : period)}
      />
    </>
  );
}

/** What a month asks for: points near their limit, an open request, the deadline of a correction. */
function Attention({ month, correctLink }: { month: Month; correctLink: VolumeYearProps['correctLink'] }) {
  const { period, isForecast, nearPoints, outsidePoints, request, canCorrect, deadline } = month;
  return (
    <span className={styles.attention}>
      {isForecast && <NearMark {...month} />}
      {isForecast && nearPoints > 0 && (
        <Text as="span" size="s">
          {formatText(text.nearPoints, { n: nearPoints })}
        </Text>
      )}
      {!isForecast && outsidePoints > 0 && (
        <Text as="span" size="s">
          {formatText(text.outsidePoints, { n: outsidePoints })}
        </Text>
      )}
      {request !== null &&
        correctLink(
          period,
          <StateMark tone={stateTones[request.state]}>{text.states[request.state]}</StateMark>,
        )}
      {request === null &&
        canCorrect &&
        correctLink(period, formatText(text.correctUntil, { date: showDate(deadline) }))}
    </span>
  );
}
