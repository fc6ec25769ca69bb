import { type ReactNode, useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { formatPrice } from '#domain/price.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { tariffSteps } from '#domain/tariffs/tariff-steps.ts';
import { showDate } from '#web/lib/format.ts';
import { StateMark } from '#web/ui/state-mark.tsx';
import { ActLink } from './act-link.tsx';
import { isOfYear, priceIn, ruleOf, zonesOfMeter } from './tariff-runs-of.ts';
import styles from './tariff-table.module.css';
import type { History, Version } from './tariff-types.ts';
import { text } from './text.ts';
import { volumeText } from './volume-text.ts';

interface TariffTableProps {
  history: History;
  year: string | undefined;
  /** Absent: every zone of the meter has a column. */
  zone: Zone | undefined;
  files: ReactNode;
}

/** Every version with its prices; on a phone each is a card of the same table. */
export function TariffTable({ history, year, zone, files }: TariffTableProps) {
  const title = useId();
  const zones = zone ? [zone] : zonesOfMeter(history);
  const titleOf = (each: Zone) => (each === 'single' ? text.price : text.zones[each]);
  const versions = history.versions.filter((version) => year === undefined || isOfYear(version, year));
  return (
    <section className={styles.part} aria-labelledby={title}>
      <div className={styles.head}>
        <h2 id={title}>{year ? formatText(text.tableOfYear, { year }) : text.table}</h2>
        {files}
      </div>
      {versions.length === 0 ? (
        <p>{formatText(text.noneInYear, { year: year ?? '' })}</p>
      ) : (
        <table className={styles.table} aria-labelledby={title}>
          <thead>
            <tr>
              <th scope="col">{text.dates}</th>
              <th scope="col">{text.volume}</th>
              {zones.map((each) => (
                <th key={each} scope="col" className={styles.numeric}>
                  {titleOf(each)}
                </th>
              ))}
            </tr>
          </thead>
          {versions.map((version) => {
            const rule = ruleOf(version);
            const steps = tariffSteps(rule);
            return (
              <tbody key={version.from}>
                {steps.map((step, index) => (
                  <tr key={step.aboveKwh}>
                    {index === 0 && (
                      <th scope="rowgroup" rowSpan={steps.length}>
                        <VersionHead version={version} today={history.today} />
                      </th>
                    )}
                    <td>{volumeText(rule, step)}</td>
                    {zones.map((each) => (
                      <td
                        key={each}
                        className={styles.numeric}
                        data-title={each === 'single' ? undefined : titleOf(each)}
                      >
                        {formatPrice(priceIn(history, version, step.price, each))}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            );
          })}
        </table>
      )}
    </section>
  );
}

function VersionHead({ version, today }: { version: Version; today: string }) {
  const { from, to, act, actUrl } = version;
  const isFuture = from > today;
  const isCurrent = !isFuture && (to === null || to >= today);
  return (
    <>
      <span className={styles.dates}>
        {to === null
          ? formatText(text.fromOn, { from: showDate(from) })
          : formatText(text.fromTo, { from: showDate(from), to: showDate(to) })}
        {isCurrent && <StateMark tone="good">{text.current}</StateMark>}
        {isFuture && <StateMark tone="wait">{text.future}</StateMark>}
      </span>
      <span className={styles.act}>
        <ActLink act={act} url={actUrl} />
      </span>
    </>
  );
}
