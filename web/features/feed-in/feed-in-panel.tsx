import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { exportFeedIn, feedInPdf, listFeedIn } from '#contract/feed-in.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { formatMoney, moneyFromWire, negateMoney } from '#domain/money.ts';
import { downloadFile } from '#web/lib/api.ts';
import {
  showDate,
  showKwh,
  showMoney,
  showMonthShort,
  showNumber,
  showPeriod,
  showSum,
} from '#web/lib/format.ts';
import { DownloadButtons } from '#web/lib/list/download-buttons.tsx';
import { showTick } from '#web/lib/numbers/show-decimal.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { text as names } from '#web/lib/text.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { BarChart } from '#web/ui/chart/bar-chart.tsx';
import { ChartLegend, ChartReadout } from '#web/ui/chart/chart-parts.tsx';
import { ChoiceButtons } from '#web/ui/form/choice-buttons.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { ListHead } from '#web/ui/list/list-head.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './feed-in.module.css';
import { type FeedIn, type FeedInMonth, monthsOfYear, payStateOf, usedAtHome } from './feed-in-months.ts';
import { text } from './text.ts';

interface FeedInChartProps {
  year: number;
  /** Newest first. */
  months: readonly FeedInMonth[];
}

/** The energy generated per month: used at home and exported; the imported energy as an outline. */
function FeedInChart({ year, months }: FeedInChartProps) {
  const title = useId();
  const ofYear = monthsOfYear(year, months);
  const byPeriod = new Map(ofYear.map(({ period, act }) => [period, act]));
  return (
    <Card labelledBy={title}>
      <Stack gap="2">
        <Text as="h2" id={title} size="l">
          {text.chart}
        </Text>
        <BarChart
          label={text.chartName}
          initialKey={months[0]?.period ?? ''}
          formatTick={showTick}
          bars={ofYear.map(({ period, act }) => ({
            key: period,
            label: showMonthShort(period),
            spoken: spoken(period, act),
            parts: act ? [usedAtHome(act), act.exportedKwh] : [],
            outline: act?.consumedKwh ?? null,
            hatched: false,
          }))}
        >
          {(bar) => <MonthReadout period={bar.key} act={byPeriod.get(bar.key)} />}
        </BarChart>
        <ChartLegend parts={[text.usedAtHome, text.exported]} outline={text.fromGrid} />
        <Disclosure summary={text.table}>
          <DataTable
            caption={text.tableCaption}
            columns={columns}
            rows={months}
            rowKey={(month) => month.period}
          />
        </Disclosure>
      </Stack>
    </Card>
  );
}

function MonthReadout({ period, act }: { period: string; act: FeedInMonth | undefined }) {
  return (
    <ChartReadout
      figure={act && showNumber(act.exportedKwh)}
      unit={text.unit}
      name={showPeriod(period)}
      marks={act ? [] : [text.noAct]}
      details={act && details(act)}
    />
  );
}

function details(act: FeedInMonth): string {
  return formatText(text.details, {
    generated: showNumber(act.generatedKwh),
    home: showNumber(usedAtHome(act)),
    fromGrid: showNumber(act.consumedKwh),
  });
}

function spoken(period: string, act: FeedInMonth | undefined): string {
  if (!act) return `${showPeriod(period)}: ${text.noAct}`;
  return formatText(text.spoken, {
    period: showPeriod(period),
    exported: showKwh(act.exportedKwh),
    details: details(act),
  });
}

const columns: readonly Column<FeedInMonth>[] = [
  { key: 'month', title: text.month, cell: ({ period }) => showPeriod(period) },
  {
    key: 'generated',
    title: text.generated,
    numeric: true,
    cell: ({ generatedKwh }) => showNumber(generatedKwh),
  },
  { key: 'home', title: text.usedAtHome, numeric: true, cell: (month) => showNumber(usedAtHome(month)) },
  {
    key: 'exported',
    title: text.exported,
    numeric: true,
    cell: ({ exportedKwh }) => showNumber(exportedKwh),
  },
  {
    key: 'fromGrid',
    title: text.fromGrid,
    numeric: true,
    cell: ({ consumedKwh }) => showNumber(consumedKwh),
  },
];

/** Downloads an act as PDF. */
function ActPdfButton({ account, period }: { account: string; period: string }) {
  return (
    <DownloadButtons
      label={formatText(text.pdfName, { period: showPeriod(period) })}
      labels={{ pdf: text.pdf }}
      busyLabel={text.pdfBusy}
      download={() => downloadFile(feedInPdf, { account, period })}
    />
  );
}

const tones = { paid: 'good', waiting: 'wait', nothing: 'void' } as const;

/** The acts of a year, newest first: the amount, the withheld taxes, the net sum and the PDF. */
function FeedInActs({ account, months }: { account: string; months: readonly FeedInMonth[] }) {
  const title = useId();
  return (
    <section aria-labelledby={title}>
      <Text as="h2" id={title} size="l">
        {text.acts}
      </Text>
      <Text as="ul" isNumeric>
        {months.map((act) => (
          <li key={act.period} className={styles.act}>
            <h3 className={styles.actMonth}>{showPeriod(act.period)}</h3>
            <p className={styles.sum}>{showSum(act.paid)}</p>
            <p className={styles.state}>
              <ActState act={act} />
            </p>
            <p className={styles.number}>
              <span>{formatText(text.actNumber, { number: act.actNumber })}</span>{' '}
              <span>{formatText(text.actDate, { date: showDate(act.drawnOn) })}</span>
            </p>
            {act.exportedKwh === 0 ? (
              <p className={styles.words}>{text.nothingSold}</p>
            ) : (
              <ActSums act={act} />
            )}
            <ActPdfButton account={account} period={act.period} />
          </li>
        ))}
      </Text>
    </section>
  );
}

function ActState({ act }: { act: FeedInMonth }) {
  const state = payStateOf(act);
  const date = act.paidOn === null ? '' : showDate(act.paidOn);
  return <StateMark tone={tones[state]}>{formatText(text.states[state], { date })}</StateMark>;
}

/** The amount and the withheld taxes, one per line; the net sum is next to them. */
function ActSums({ act }: { act: FeedInMonth }) {
  const price = `${decimals(act.price)}\u00a0${names.hryvnia}`;
  const lines = [
    [formatText(text.amount, { kwh: showKwh(act.exportedKwh), price }), showMoney(act.amount)],
    [formatText(text.incomeTax, { percent: decimals(act.incomeTaxPercent) }), withheld(act.incomeTax)],
    [
      formatText(text.militaryLevy, { percent: decimals(act.militaryLevyPercent) }),
      withheld(act.militaryLevy),
    ],
  ] as const;
  return (
    <dl className={styles.words}>
      {lines.map(([name, sum]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{sum}</dd>
        </div>
      ))}
    </dl>
  );
}

const withheld = (wire: string) => formatMoney(negateMoney(moneyFromWire(wire)));

/** "6,8245" for "6.8245". */
function decimals(wire: string): string {
  return wire.replace('.', ',');
}

interface FeedInTotalsProps {
  account: string;
  year: number;
  data: FeedIn;
}

/** The total of the year with its calculation, the bank account it is paid to, and the export of the year. */
function FeedInTotals({ account, year, data: { totals, bank } }: FeedInTotalsProps) {
  const isOnline = useOnline();
  return (
    <Stack gap="1">
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
        <Text size="s" tone="quiet" isNumeric>
          {formatText(text.payTo, { iban: spacedIban(bank.iban), recipient: bank.recipient })}
        </Text>
      )}
    </Stack>
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
      <Stack gap="1">
        <Skeleton shape="short" />
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton />
      </Stack>
      <Card>
        <Stack gap="2">
          <Skeleton shape="title" />
          <div className={styles.readoutWaiting}>
            <Skeleton shape="title" />
            <Skeleton />
          </div>
          <Skeleton shape="chart" />
          <Skeleton />
          <Skeleton shape="short" />
        </Stack>
      </Card>
      <Stack gap="1">
        {acts.map((act) => (
          <Skeleton key={act} shape="tile" />
        ))}
      </Stack>
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
export function FeedInPanel(props: FeedInPanelProps) {
  const { account, year } = props;
  const query = useQuery({
    ...accountQuery(listFeedIn, account, year === undefined ? undefined : { year }),
    // Keeps the previous year until the requested one is loaded.
    placeholderData: (shown) => shown,
  });
  return (
    <QueryPart query={query} failed={text.failed} skeleton={<FeedInSkeleton />}>
      {(data) => <FeedInYear {...props} data={data} isPrevious={query.isPlaceholderData} />}
    </QueryPart>
  );
}

interface FeedInYearProps extends FeedInPanelProps {
  data: OutputOf<typeof listFeedIn>;
  /** The year shown before, while the requested one is loading. */
  isPrevious: boolean;
}

function FeedInYear({ account, year, onYear, guideLink, data, isPrevious }: FeedInYearProps) {
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
    <div className={styles.panel} aria-busy={isPrevious || undefined}>
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
