import type { ReactNode } from 'react';
import type { LandingWords } from '#contract/values/landing-words.template.ts';
import styles from './how-it-works.module.css';
import { text } from './text.ts';
import { costOf, type Prices, showPrice, type TodayPrices } from './today-prices.ts';

const EXAMPLE_KWH = 80;

const picturesOf = (prices: Prices | undefined): readonly ReactNode[] => [
  <span key="digits" className={styles.digits} role="img" aria-label={text.digitsLabel}>
    {Object.entries(text.digits).map(([place, digit]) => (
      <span key={place}>{digit}</span>
    ))}
  </span>,
  <span key="equation" className={styles.equation}>
    {text.equation.kwh} <span>×</span> {prices ? showPrice(prices.day) : text.equation.price} <span>=</span>{' '}
    <b>{prices ? costOf(EXAMPLE_KWH, prices.day) : text.equation.sum}</b>
  </span>,
  <span key="transit" className={styles.transit}>
    <b>{prices ? costOf(EXAMPLE_KWH, prices.day) : text.inTransit}</b>
    <span>{text.inTransitLabel}</span>
  </span>,
];

/** Three steps, each with a sample of the screen; the example uses today's price. */
export function HowItWorks({ words, prices }: Pick<TodayPrices, 'prices'> & { words: LandingWords }) {
  const pictures = picturesOf(prices);
  return (
    <section className={styles.section} id="how" aria-labelledby="how-title">
      <h2 id="how-title">{words.howTitle}</h2>
      <ol className={styles.steps}>
        {([1, 2, 3] as const).map((step) => (
          <li key={step} className={styles.step}>
            <div className={styles.picture}>{pictures[step - 1]}</div>
            <h3>{words[`step${step}Title`]}</h3>
            <p>{words[`step${step}Body`]}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
