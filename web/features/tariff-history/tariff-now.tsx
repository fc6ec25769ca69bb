import { useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { formatPrice } from '#domain/price.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { showDate } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { ActLink } from './act-link.tsx';
import styles from './tariff-now.module.css';
import { priceIn, runOn, tariffRunsOf, zonesOfMeter } from './tariff-runs-of.ts';
import type { History } from './tariff-types.ts';
import { text } from './text.ts';
import { volumeInRun } from './volume-words.ts';

/** Today's prices as large figures, with what they rest on. */
export function TariffNow({ history }: { history: History }) {
  const title = useId();
  const run = runOn(tariffRunsOf(history), history.today);
  const zones = zonesOfMeter(history);
  return (
    <Card kind="sunken" labelledBy={title}>
      <h2 id={title} className={styles.title}>
        {run ? text.now : text.nowNone}
      </h2>
      {run && (
        <div className={styles.now}>
          <ul className={styles.prices}>
            {run.steps.map((step) => (
              <li key={step.aboveKwh} className={styles.price}>
                {run.steps.length > 1 && <span className={styles.volume}>{volumeInRun(run, step)}</span>}
                <span className={styles.zones}>
                  {zones.map((zone: Zone, index) => (
                    <span key={zone} className={styles.zone}>
                      <MoneyFigure
                        sum={formatPrice(priceIn(history, run.version, step.price, zone))}
                        unit={text.unit}
                        size={index === 0 && run.steps.length === 1 ? 'xl' : 'l'}
                      />
                      {zones.length > 1 && (
                        <span className={styles.hours}>
                          <b>{text.zones[zone]}</b> {text.hours[zone]}
                        </span>
                      )}
                    </span>
                  ))}
                </span>
              </li>
            ))}
          </ul>
          <dl className={styles.facts}>
            <div>
              <dt>{text.tariff}</dt>
              <dd>{history.tariffTitle}</dd>
            </div>
            <div>
              <dt>{text.validity}</dt>
              <dd>
                {run.isSeason === undefined || run.to === undefined
                  ? formatText(text.fromOn, { from: showDate(run.version.from) })
                  : formatText(text.fromTo, { from: showDate(run.from), to: showDate(run.to) })}
              </dd>
            </div>
            <div>
              <dt>{text.basis}</dt>
              <dd>
                <ActLink act={run.version.act} url={run.version.actUrl} />
              </dd>
            </div>
          </dl>
        </div>
      )}
    </Card>
  );
}
