import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { compareMoney, moneyFromWire, moneyToWire, subtractMoney, zeroMoney } from '#domain/money.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { showDate, showMoney, showNumber, showPeriod } from '#web/lib/format.ts';
import { zoneList } from '#web/lib/zone-parts.ts';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { CostData, DateEffectData } from '../api.ts';
import { text } from '../text.ts';
import styles from './cost-panel.module.css';
import type { Preview } from './use-preview.ts';
import whatIfStyles from './what-if.module.css';

/** A cost with the bill of the account. */
type BilledCost = CostData & { readonly bill: NonNullable<CostData['bill']> };

const hasBill = (cost: CostData): cost is BilledCost => cost.bill !== null;
const billed = (cost: CostData | undefined) => (cost && hasBill(cost) ? cost : undefined);

/** A possible end of the month; its cost is unknown until there is something to count. */
interface BillScenario {
  readonly key: 'with' | 'without' | 'onFirst';
  readonly title: string;
  readonly cost: BilledCost | undefined;
}

interface ScenarioFacts {
  /** The cost of the typed values; undefined without valid ones. */
  readonly cost: CostData | undefined;
  readonly withoutReading: CostData;
  readonly dateEffect: DateEffectData | undefined;
  /** Outside the window the same digits on the 1st are compared too. */
  readonly isWindowOpen: boolean;
  /** A correction is compared with the accepted reading. */
  readonly isCorrection: boolean;
}

/**
 * The bills a customer compares before sending. All are of the whole period: outside the window the reading counts as
 * of today and the rest is added by average, so that the bills are comparable.
 */
export function billScenarios(facts: ScenarioFacts): readonly BillScenario[] {
  const { cost, withoutReading, dateEffect, isWindowOpen, isCorrection } = facts;
  const without = isCorrection ? text.withoutCorrection : text.withoutReading;
  const scenarios: BillScenario[] = [
    { key: 'with', title: text.withReading, cost: billed(dateEffect?.today ?? cost) },
    { key: 'without', title: without, cost: billed(withoutReading) },
  ];
  if (isWindowOpen) return scenarios;
  const title = dateEffect ? formatText(text.onFirst, { day: showDate(dateEffect.first) }) : text.onFirstSoon;
  return [...scenarios, { key: 'onFirst', title, cost: billed(dateEffect?.onFirst) }];
}

/** "53 645,28": the longest sum in a third of the smallest phone's width. */
const SHORT_SUM = 9;

interface WhatIfProps extends ScenarioFacts {
  isBehind: boolean;
}

/** The bill with this reading, without it, and – outside the window – with these digits on the 1st. */
function WhatIf({ isBehind, ...facts }: WhatIfProps) {
  const { cost, dateEffect } = facts;
  const scenarios = billScenarios(facts);
  const rows = text.whatIfRows.filter(
    ({ part }) =>
      isAlwaysShown(part) ||
      scenarios.some((scenario) => scenario.cost && partOf(scenario.cost, part) !== '0.00'),
  );
  const hasLong = rows.some(({ part }) =>
    scenarios.some((scenario) => shown(scenario, part).length > SHORT_SUM),
  );
  return (
    <div className={whatIfStyles.whatIf} data-behind={isBehind ? '' : undefined}>
      <table className={whatIfStyles.table} data-long={hasLong ? '' : undefined}>
        <caption>{text.whatIfTitle}</caption>
        <thead>
          <tr>
            {scenarios.map(({ key, title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {rows.map(({ part, label }) => (
          <tbody key={part} data-part={part}>
            <tr>
              <th scope="rowgroup" colSpan={scenarios.length}>
                {label}
              </th>
            </tr>
            <tr>
              {scenarios.map((scenario) => (
                // The table header is hidden where the cases are stacked.
                <td key={scenario.key} data-way={scenario.title}>
                  {shown(scenario, part)}
                </td>
              ))}
            </tr>
          </tbody>
        ))}
      </table>
      {cost && dateEffect && <DayNote cost={cost} effect={dateEffect} />}
    </div>
  );
}

type Part = (typeof text.whatIfRows)[number]['part'];

function isAlwaysShown(part: Part): boolean {
  return part === 'kwh' || part === 'charged' || part === 'toPay';
}

function partOf(cost: BilledCost, part: Part): string {
  return part === 'kwh' ? showNumber(cost.kwh) : cost.bill[part];
}

function shown({ cost }: BillScenario, part: Part): string {
  if (!cost) return '—';
  const value = partOf(cost, part);
  if (part === 'kwh') return value;
  return showMoney(part === 'paid' ? negative(value) : value);
}

/** A payment is subtracted. */
function negative(wire: string): string {
  return compareMoney(moneyFromWire(wire), zeroMoney) > 0 ? `-${wire}` : wire;
}

/** What the rest of the month adds when the reading counts as of today. */
function DayNote({ cost, effect }: { cost: CostData; effect: DateEffectData }) {
  const { today, first, onFirst } = effect;
  const less =
    hasBill(today) && hasBill(onFirst)
      ? subtractMoney(moneyFromWire(today.bill.toPay), moneyFromWire(onFirst.bill.toPay))
      : zeroMoney;
  return (
    <Text size="s" tone="quiet">
      {formatText(text.restByAverage, { kwh: showNumber(today.kwh - cost.kwh) })}
      {compareMoney(less, zeroMoney) > 0 &&
        ` ${formatText(text.onFirstLess, { day: showDate(first), sum: showMoney(moneyToWire(less)) })}`}
    </Text>
  );
}

/** The lines of a charge: name, kWh × price × coefficient, sum. */
function CostLines({ lines }: { lines: CostData['lines'] }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={`${line.kind} ${line.zone} ${line.from} ${line.price}`}>
          <span>
            {line.kind === 'energy' ? text.zonesInBill[line.zone] : text[line.kind]}
            <span className={styles.formula}>{formulaOf(line)}</span>
          </span>
          <span className={styles.lineSum}>{`${showMoney(line.sum)} ${text.currency}`}</span>
        </li>
      ))}
    </ul>
  );
}

function formulaOf({ kwh, price, coefficient }: CostData['lines'][number]): string {
  const full = Number(coefficient) === 1;
  return formatText(full ? text.line : text.lineZone, {
    kwh: showNumber(kwh),
    price: price.replace('.', ','),
    coefficient: coefficient.replace('.', ','),
  });
}

/** `refused`: a typed value is incomplete or not accepted. `needsPhoto`: accepted only with a photo. */
export type CostState = 'untouched' | 'refused' | 'needsPhoto' | 'typed';

/** Zones with a value, and those that are missing; no zone is missing when all are typed or none is. */
export interface TypedPart {
  given: readonly Zone[];
  left: readonly Zone[];
}

/** Why there is no sum. */
export function whyNoCost(preview: Preview, state: CostState): string {
  const { outcome, noForecast, isFailed } = preview;
  if (noForecast) return formatText(text.noForecast, { why: noForecast });
  if (state === 'untouched') return text.costWaiting;
  if (state === 'refused') return text.costIncomplete;
  if (state === 'needsPhoto') return text.costAfterCheck;
  if (isFailed) return text.costFailed;
  return outcome ? text.costAfterCheck : text.costCounting;
}

/** kWh, sum and the resulting bill, if it is known; with missing zones the bill has their average. */
export function costSentence(sentence: string, cost: CostData, { given, left }: TypedPart): string {
  const facts = {
    kwh: showNumber(cost.kwh),
    sum: showMoney(cost.sum),
    given: zoneList(given),
    zones: zoneList(left),
  };
  const isPart = left.length > 0;
  if (!hasBill(cost)) return formatText(isPart ? text.costOfMeterPart : text.costOfMeter, facts);
  const bill = showMoney(cost.bill.toPay);
  return formatText(isPart ? text.briefCostOfPart : sentence, { ...facts, bill });
}

interface CostPanelProps extends TypedPart {
  /** The meter: an account with several has a panel for each. */
  serial: string;
  preview: Preview;
  state: CostState;
  period: string;
  isWindowOpen: boolean;
  isCorrection: boolean;
  headingId: string;
}

/** The cost of the typed values, and the bill with and without them. */
export function CostPanel({
  serial,
  preview,
  state,
  given,
  left,
  period,
  isWindowOpen,
  isCorrection,
  headingId,
}: CostPanelProps) {
  const { cost, withoutReading, dateEffect, isBehind, isAwaited } = preview;
  // Set by the link of the home page.
  const isComparing = useRouter().state.location.hash === 'bills';
  const hasComparison = withoutReading !== undefined && hasBill(withoutReading);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isComparing && hasComparison) panel.current?.scrollIntoView({ block: 'center' });
  }, [isComparing, hasComparison]);
  return (
    <section ref={panel} className={styles.panel} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.title}>
        {text.costTitle}
        <VisuallyHidden>{formatText(text.fieldMeter, { serial })}</VisuallyHidden>
      </h3>
      <VisuallyHidden>
        <span role="status">{cost && !isBehind && costSentence(text.announced, cost, { given, left })}</span>
      </VisuallyHidden>
      {cost ? (
        <div className={styles.figures} data-behind={isBehind ? '' : undefined}>
          <p>
            <MoneyFigure sum={showMoney(cost.sum)} unit={text.currency} size="l" />
          </p>
          <p className={styles.kwh}>
            {formatText(left.length > 0 ? text.costKwhOfPart : text.costKwh, {
              kwh: showNumber(cost.kwh),
              period: showPeriod(period),
              given: zoneList(given),
            })}
          </p>
          {left.length > 0 && <Text size="s">{formatText(text.restOfZones, { zones: zoneList(left) })}</Text>}
        </div>
      ) : (
        <Text tone="quiet">{whyNoCost(preview, state)}</Text>
      )}
      {withoutReading && hasBill(withoutReading) ? (
        <Disclosure summary={text.compareBills} open={isComparing}>
          <WhatIf
            cost={cost}
            withoutReading={withoutReading}
            dateEffect={dateEffect}
            isWindowOpen={isWindowOpen}
            isCorrection={isCorrection}
            isBehind={isBehind}
          />
        </Disclosure>
      ) : (
        isAwaited && !withoutReading && <Skeleton shape="tile" />
      )}
      {cost && cost.lines.length > 0 && (
        <Disclosure summary={text.howCounted}>
          <CostLines lines={cost.lines} />
        </Disclosure>
      )}
    </section>
  );
}
