import { supportMessages } from '#contract/messages/support-messages.ts';
import styles from './day-night.module.css';
import { text } from './text.ts';

/** The day-night meter, with what a hundred kilowatt-hours cost by day and by night. */
export function DayNight() {
  return (
    <section className={styles.band} aria-labelledby="night-title" data-tone="dusk">
      <div className={styles.inner}>
        <div className={styles.words}>
          <h2 id="night-title">{text.nightTitle}</h2>
          <p>{supportMessages['promo.dayNight']}</p>
        </div>
        <dl className={styles.sums}>
          <div className={styles.day}>
            <dt>{text.nightExample}</dt>
            <dd>
              {text.nightExampleDaySum} <span>{text.unit}</span>
            </dd>
          </div>
          <div className={styles.night}>
            <dt>{text.nightExampleNight}</dt>
            <dd>
              {text.nightExampleNightSum} <span>{text.unit}</span>
            </dd>
          </div>
        </dl>
      </div>
    </section>
  );
}
