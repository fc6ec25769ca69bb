import { useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { formatPrice, priceFromText } from '#domain/price.ts';
import { addDays } from '#domain/time/local-date.ts';
import { showDate } from '#web/lib/format.ts';
import { type Step, StepChart, type StepLine } from '#web/ui/chart/step-chart.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import styles from './price-panel.module.css';
import {
  classesOf,
  dayOf,
  type PriceHistory,
  type PriceRun,
  type PriceStep,
  stepsOf,
} from './price-steps.ts';
import { text } from './text.ts';

interface RunStep extends Step {
  readonly step: PriceStep;
}

const showPrice = (price: string) => formatPrice(priceFromText(price));

function datesOf({ from, until }: PriceStep, isLast: boolean): string {
  return isLast
    ? formatText(text.fromOn, { from: showDate(from) })
    : formatText(text.fromTo, { from: showDate(from), to: showDate(addDays(until, -1)) });
}

function spoken(step: PriceStep, isLast: boolean): string {
  const prices = step.runs.map(
    (run) => run && `${text.classes[run.voltageClass]}: ${showPrice(run.net)} ${text.unit}`,
  );
  return [datesOf(step, isLast), ...prices.filter((words) => words !== undefined)].join('; ');
}

function PriceParts({ run, isNamed }: { run: PriceRun; isNamed: boolean }) {
  return (
    <Stack gap="1">
      {isNamed && (
        <Text as="span" size="s" tone="quiet">
          {text.classes[run.voltageClass]}
        </Text>
      )}
      <MoneyFigure sum={showPrice(run.net)} unit={text.unit} size="l" />
      <Text as="span" size="s" tone="quiet" isNumeric>
        {formatText(text.withTax, { price: showPrice(run.gross) })}
      </Text>
      <dl className={styles.parts}>
        {run.parts.map(({ kind, price }) => (
          <div key={kind}>
            <dt>{text.kinds[kind]}</dt>
            <dd>{showPrice(price)}</dd>
          </div>
        ))}
      </dl>
    </Stack>
  );
}

/** The price of a kWh over the months by class, with what it is made of. `only`: one class of a filter. */
export function PriceChart({ history, only }: { history: PriceHistory; only: string | undefined }) {
  const title = useId();
  const classes = classesOf(history, only);
  const found = stepsOf(history, classes);
  const isLast = (step: PriceStep) => step === found.at(-1);
  const steps = found.map(
    (step): RunStep => ({
      key: step.from,
      from: dayOf(step.from),
      to: dayOf(step.until),
      values: step.runs.map((run) => (run ? Number(run.net) : null)),
      spoken: spoken(step, isLast(step)),
      step,
    }),
  );
  const now = found.findLast(({ from }) => from <= history.today) ?? found[0];
  const lines = classes.map(
    (one, index): StepLine => ({
      key: String(one),
      label: classes.length > 1 ? text.classes[one] : '',
      place: index === 0 ? 'under' : 'over',
    }),
  );
  return (
    <Card labelledBy={title}>
      <Stack gap="3">
        <div>
          <Text as="h2" id={title} size="l">
            {text.chart}
          </Text>
          <Text size="s" tone="quiet">
            {text.chartUnit}
          </Text>
        </div>
        <StepChart
          label={text.chart}
          steps={steps}
          lines={lines}
          marks={yearMarks(steps)}
          initialKey={now?.from ?? ''}
          formatTick={(value) => String(value).replace('.', ',')}
        >
          {({ step }) => (
            <Stack gap="2">
              <Text size="s" tone="quiet" isNumeric>
                {datesOf(step, isLast(step))}
              </Text>
              <div className={styles.readout}>
                {step.runs.map(
                  (run) =>
                    run && <PriceParts key={run.voltageClass} run={run} isNamed={classes.length > 1} />,
                )}
              </div>
            </Stack>
          )}
        </StepChart>
      </Stack>
    </Card>
  );
}

/** The first days of the years in the chart. */
function yearMarks(steps: readonly RunStep[]): { day: number; label: string }[] {
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last) return [];
  const [from, to] = [first.step.from.slice(0, 4), last.step.until.slice(0, 4)].map(Number) as [
    number,
    number,
  ];
  return Array.from({ length: to - from + 1 }, (_, n) => String(from + n))
    .map((label) => ({ day: dayOf(`${label}-01-01`), label }))
    .filter(({ day }) => day >= first.from && day <= last.to);
}
