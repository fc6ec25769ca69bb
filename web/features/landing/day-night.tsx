import { supportMessages } from '#contract/messages/support-messages.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './day-night.module.css';
import { text } from './text.ts';
import { costOf, type TodayPrices } from './today-prices.ts';

const EXAMPLE_KWH = 100;

/** The day-night meter, with the cost of 100 kWh by day and by night. */
export function DayNight({ prices, isMissing }: TodayPrices) {
  return (
    <section className={styles.band} aria-labelledby="night-title" data-tone="dusk">
      <div className={styles.inner}>
        <div className={styles.words}>
          <h2 id="night-title">{text.nightTitle}</h2>
          <p>{supportMessages['promo.dayNight']}</p>
        </div>
        {/* Hidden without its figures, but its space is reserved: no layout shift. */}
        <dl className={styles.sums} data-missing={isMissing ? '' : undefined}>
          <div className={styles.day}>
            <dt>{text.nightExample}</dt>
            <dd>
              <SumOrPlace price={prices?.day} />
            </dd>
          </div>
          <div className={styles.night}>
            <dt>{text.nightExampleNight}</dt>
            <dd>
              <SumOrPlace price={prices?.night} />
            </dd>
          </div>
        </dl>
      </div>
    </section>
  );
}

function SumOrPlace({ price }: { price: string | undefined }) {
  return price === undefined ? <Skeleton shape="short" /> : costOf(EXAMPLE_KWH, price);
}
