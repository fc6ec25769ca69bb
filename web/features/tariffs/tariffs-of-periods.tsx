import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { formatPrice } from '#domain/price.ts';
import { type BillingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { showDate } from '#web/lib/format.ts';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { ActLink, type History } from './act-link.tsx';
import { priceIn, type TariffRun, tariffRunsOf } from './tariff-runs-of.ts';
import styles from './tariffs-of-periods.module.css';
import { text } from './text.ts';
import { volumeInRun } from './volume-text.ts';

interface TariffsOfPeriodsProps {
  history: History;
  periods: readonly BillingPeriod[];
}

/** The day and night prices of these months, with their days and acts of law, latest first. */
export function TariffsOfPeriods({ history, periods }: TariffsOfPeriodsProps) {
  const title = useId();
  const two: History = { ...history, zoneScheme: 'two' };
  const runs = tariffRunsOf(two).filter((run) => periods.some((period) => isOf(run, period)));
  return (
    <Stack as="section" gap="15" aria-labelledby={title}>
      <Text as="h2" id={title} size="l">
        {text.atPrices}
      </Text>
      <ul className={styles.runs}>
        {runs.reverse().map((run) => (
          <li key={run.from} className={styles.run}>
            <Text as="span" isStrong>
              {run.to === undefined
                ? formatText(text.fromOn, { from: showDate(run.from) })
                : formatText(text.fromTo, { from: showDate(run.from), to: showDate(run.to) })}
            </Text>
            <span>
              {run.steps.map((step) => (
                <span key={step.aboveKwh} className={styles.step}>
                  {formatText(text.pricePair, {
                    day: formatPrice(priceIn(two, run.version, step.price, 'day')),
                    night: formatPrice(priceIn(two, run.version, step.price, 'night')),
                  })}
                  {run.steps.length > 1 && `, ${volumeInRun(run, step)}`}
                </span>
              ))}
              <Text as="span" size="s" tone="quiet">
                <ActLink act={run.version.act} url={run.version.actUrl} />
              </Text>
            </span>
          </li>
        ))}
      </ul>
      <Link to="/cabinet/person/directory/tariff-history" className={styles.link}>
        {text.toTariffs}
      </Link>
    </Stack>
  );
}

function isOf({ from, to }: TariffRun, period: BillingPeriod): boolean {
  return from < firstDayAfter(period) && (to === undefined || to >= firstDay(period));
}
