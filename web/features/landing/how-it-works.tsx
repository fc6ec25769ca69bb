import type { ReactNode } from 'react';
import styles from './how-it-works.module.css';
import { text } from './text.ts';

const pictures: readonly ReactNode[] = [
  <span key="digits" className={styles.digits} role="img" aria-label={text.digitsLabel}>
    {Object.entries(text.digits).map(([place, digit]) => (
      <span key={place}>{digit}</span>
    ))}
  </span>,
  <span key="equation" className={styles.equation}>
    {text.equation.kwh} <span>×</span> {text.equation.price} <span>=</span> <b>{text.equation.sum}</b>
  </span>,
  <span key="transit" className={styles.transit}>
    <b>{text.inTransit}</b>
    <span>{text.inTransitLabel}</span>
  </span>,
];

/** The job in three steps, each with a piece of the screen where it happens. */
export function HowItWorks() {
  return (
    <section className={styles.section} id="how" aria-labelledby="how-title">
      <h2 id="how-title">{text.howTitle}</h2>
      <ol className={styles.steps}>
        {text.steps.map((step, index) => (
          <li key={step.title} className={styles.step}>
            <div className={styles.picture}>{pictures[index]}</div>
            <h3>{step.title}</h3>
            <p>{step.body}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
