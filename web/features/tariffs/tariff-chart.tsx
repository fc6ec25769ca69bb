import { useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { formatPrice, type Price } from '#domain/price.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { showDate } from '#web/lib/format.ts';
import { type Step, StepChart, type StepLine } from '#web/ui/chart/step-chart.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import type { History } from './act-link.tsx';
import styles from './tariff-chart.module.css';
import {
  chartEnd,
  dayOf,
  isOfYear,
  priceIn,
  runOn,
  type TariffRun,
  tariffRunsOf,
  valuesOf,
  yearsOf,
} from './tariff-runs-of.ts';
import { text } from './text.ts';
import { volumeInRun } from './volume-text.ts';

interface TariffChartProps {
  history: History;
  year: string | undefined;
  zone: Zone | undefined;
}

interface RunStep extends Step {
  readonly run: TariffRun;
}

/** The price over the years as a step chart; in the chosen zone, else without zone coefficients. */
export function TariffChart({ history, year, zone }: TariffChartProps) {
  const title = useId();
  const runs = tariffRunsOf(history);
  const lineCount = Math.max(...runs.map(({ steps }) => steps.length));
  const end = dayOf(chartEnd(history));
  const inZone = (run: TariffRun) => (price: Price) => priceIn(history, run.version, price, zone);
  const steps: RunStep[] = runs.map((run) => ({
    key: run.from,
    from: dayOf(run.from),
    to: run.to === undefined ? end : Math.min(dayOf(run.to) + 1, end),
    values: valuesOf(run, lineCount, inZone(run)),
    spoken: spoken(run, inZone(run)),
    run,
  }));
  const ofYear = year === undefined ? undefined : runs.findLast((run) => isOfYear(run, year));
  const first = ofYear ?? runOn(runs, history.today) ?? runs.at(-1);
  return (
    <Card labelledBy={title}>
      <div className={lineCount > 1 ? styles.several : undefined}>
        <Stack gap="3">
          <div>
            <Text as="h2" id={title} size="l">
              {zone === undefined ? text.chart : formatText(text.chartIn, { zone: text.zones[zone] })}
            </Text>
            <Text size="s" tone="quiet" isNumeric>
              {zone === undefined && history.zoneScheme !== 'single' ? text.beforeZones : text.withTax}
            </Text>
          </div>
          <StepChart
            label={text.chart}
            steps={steps}
            lines={linesOf(runs, lineCount)}
            marks={yearMarks(history, steps)}
            initialKey={first?.from ?? ''}
            formatTick={(value) => String(value).replace('.', ',')}
          >
            {({ run }) => <Readout run={run} price={inZone(run)} />}
          </StepChart>
        </Stack>
      </div>
    </Card>
  );
}

function Readout({ run, price }: { run: TariffRun; price: (price: Price) => Price }) {
  return (
    <>
      <ul className={styles.prices}>
        {run.steps.map((step) => (
          <li key={step.aboveKwh}>
            <span className={styles.price}>
              {formatPrice(price(step.price))} <span>{text.unit}</span>
            </span>
            <span className={styles.volume}>{volumeInRun(run, step)}</span>
          </li>
        ))}
      </ul>
      <Text size="s" tone="quiet" isNumeric>
        {datesOf(run)}
      </Text>
    </>
  );
}

function datesOf({ from, to, isSeason }: TariffRun): string {
  const dates =
    to === undefined
      ? formatText(text.fromOn, { from: showDate(from) })
      : formatText(text.fromTo, { from: showDate(from), to: showDate(to) });
  if (isSeason === undefined) return dates;
  return `${dates}, ${isSeason ? text.season : text.offSeason}`;
}

function spoken(run: TariffRun, price: (price: Price) => Price): string {
  const prices = run.steps.map(
    (step) => `${formatPrice(price(step.price))} ${text.unit}, ${volumeInRun(run, step)}`,
  );
  return [datesOf(run), ...prices].join('; ');
}

function linesOf(runs: readonly TariffRun[], count: number): StepLine[] {
  if (count === 1) return [{ key: 'rest', label: '', place: 'over' }];
  const names = runs.some(({ isSeason }) => isSeason !== undefined)
    ? { ...text.linesOfSeason, middle: '' }
    : text.lines;
  return Array.from({ length: count }, (_, line) =>
    line === 0
      ? { key: 'rest', label: names.rest, place: 'over' as const }
      : line === 1
        ? { key: 'first', label: names.first, place: 'under' as const }
        : { key: `middle ${line}`, label: line === 2 ? names.middle : '', place: 'after' as const },
  );
}

function yearMarks(history: History, steps: readonly RunStep[]): { day: number; label: string }[] {
  const from = steps[0]?.from ?? 0;
  const to = steps.at(-1)?.to ?? 0;
  return yearsOf(history)
    .reverse()
    .map((label) => ({ day: dayOf(`${label}-01-01`), label }))
    .filter(({ day }) => day >= from && day <= to);
}
