import type { LandingWords } from '#contract/values/landing-words.template.ts';
import { Stack } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './tariff-today.module.css';
import { text } from './text.ts';
import { type Prices, showPrice, type TodayPrices } from './today-prices.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** The price per kWh by day and by night, with a bar per hour. */
export function TariffToday({ words, prices, isMissing }: TodayPrices & { words: LandingWords }) {
  return (
    <section className={styles.section} id="tariffs" aria-labelledby="tariffs-title">
      <div className={styles.words}>
        <h2 id="tariffs-title">{words.tariffTitle}</h2>
        <dl className={styles.prices} data-missing={isMissing ? '' : undefined}>
          <div>
            <dt>
              {text.dayLabel} <span>{text.dayHours}</span>
            </dt>
            <dd>
              <PriceOrPlace price={prices?.day} />
            </dd>
          </div>
          <div>
            <dt>
              {text.nightLabel} <span>{text.nightHours}</span>
            </dt>
            <dd>
              <PriceOrPlace price={prices?.night} />
            </dd>
          </div>
        </dl>
        <p className={styles.note}>{isMissing ? text.pricesMissing : words.tariffNote}</p>
      </div>
      <Stack gap="1" role="img" aria-label={prices ? skylineOf(prices) : text.skyline}>
        <div className={styles.bars}>
          {HOURS.map((hour) => (
            <span key={hour} className={hour < 7 || hour >= 23 ? styles.night : styles.dayHour} />
          ))}
        </div>
        <div className={styles.marks}>
          {text.hourMarks.map((mark) => (
            <span key={mark}>{mark}</span>
          ))}
        </div>
      </Stack>
    </section>
  );
}

const skylineOf = ({ day, night }: Prices) =>
  text.skylinePrices.replace('{day}', showPrice(day)).replace('{night}', showPrice(night));

function PriceOrPlace({ price }: { price: string | undefined }) {
  if (price === undefined) {
    return (
      <>
        <VisuallyHidden>{text.pricesLoading}</VisuallyHidden>
        <Skeleton shape="line" />
      </>
    );
  }
  return (
    <>
      {showPrice(price)}
      <span>{text.unit}</span>
    </>
  );
}
