import styles from './tariff-today.module.css';
import { text } from './text.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** What a kilowatt-hour costs by day and by night, with the day as a skyline of prices. */
export function TariffToday() {
  return (
    <section className={styles.section} id="tariffs" aria-labelledby="tariffs-title">
      <div className={styles.words}>
        <h2 id="tariffs-title">{text.tariffTitle}</h2>
        <dl className={styles.prices}>
          <div>
            <dt>
              {text.dayLabel} <span>{text.dayHours}</span>
            </dt>
            <dd>
              {text.dayPrice}
              <span>{text.unit}</span>
            </dd>
          </div>
          <div>
            <dt>
              {text.nightLabel} <span>{text.nightHours}</span>
            </dt>
            <dd>
              {text.nightPrice}
              <span>{text.unit}</span>
            </dd>
          </div>
        </dl>
        <p className={styles.note}>{text.tariffNote}</p>
      </div>
      <div className={styles.day} role="img" aria-label={text.skyline}>
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
      </div>
    </section>
  );
}
