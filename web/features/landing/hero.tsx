import { Link } from '@tanstack/react-router';
import { Icon } from '#web/ui/icon.tsx';
import { arrowRight, chevronDown } from '#web/ui/icons.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './hero.module.css';
import heroIllustrationStyles from './hero-illustration.module.css';
import { text } from './text.ts';

const WINDOWS = Array.from({ length: 41 }, (_, index) => index);

/** A house front at dusk; the lit window frames the sign-in. */
function HeroIllustration() {
  return (
    <div className={heroIllustrationStyles.house}>
      <div className={heroIllustrationStyles.wall}>
        {WINDOWS.map((index) => (
          <span key={index} className={heroIllustrationStyles.window} aria-hidden="true" />
        ))}
        <Link to="/sign-in/person" className={heroIllustrationStyles.lit}>
          <svg
            className={heroIllustrationStyles.sill}
            viewBox="0 0 112 76"
            aria-hidden="true"
            focusable="false"
          >
            <path d="M62 76c-3-14-2-22 2-27 3-4 4-8 3-13l6 7c4-2 9-2 13 0l6-7c1 6 1 10-1 14 5 6 7 16 5 26zM96 76c8-1 12-7 10-15-1-4-5-5-6-2 4 0 3 8-4 11z" />
            <path d="M10 76l-4-24h30l-4 24zM21 50c-9-8-14-20-13-33 8 5 12 13 13 22 0-14 3-26 11-36 5 14 1 30-9 42 4-7 10-12 18-14-2 10-9 17-20 19z" />
          </svg>
          <span className={heroIllustrationStyles.label}>{text.litLabel}</span>
          <span className={heroIllustrationStyles.enter}>
            {text.litTitle}
            <Icon drawing={arrowRight} size={32} />
          </span>
          <span className={heroIllustrationStyles.hint}>{text.litHint}</span>
        </Link>
      </div>
    </div>
  );
}

/** The hero: what the cabinet is, and the sign-in. */
export function Hero() {
  return (
    <section className={styles.hero} data-tone="dusk">
      <div className={styles.inner}>
        <div className={styles.words}>
          <PageTitle title={text.title} suffix={text.product} />
          <p className={styles.lead}>{text.lead}</p>
          <p className={styles.ways}>
            {text.newHere} <Link to="/sign-up/person">{text.signUp}</Link>
            <Link to="/sign-in/entity">{text.forCompanies}</Link>
          </p>
          <p>
            <a className={styles.more} href="#how">
              {text.how}
              <Icon drawing={chevronDown} />
            </a>
          </p>
        </div>
        <HeroIllustration />
      </div>
    </section>
  );
}
