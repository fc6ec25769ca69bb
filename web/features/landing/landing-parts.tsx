import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dayNightOffer, nightShare } from '#contract/messages/day-night-offer.ts';
import type { LandingWords } from '#contract/values/landing-words.template.ts';
import { Icon } from '#web/ui/icon.tsx';
import { arrowRight, chevronDown } from '#web/ui/icons.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './contacts.module.css';
import dayNightStyles from './day-night.module.css';
import heroStyles from './hero.module.css';
import heroIllustrationStyles from './hero-illustration.module.css';
import { text } from './text.ts';
import { costOf, type TodayPrices } from './today-prices.ts';

interface WordsProps {
  words: LandingWords;
}

/** The contacts of the supplier; the page passes in the phones. */
export function Contacts({ words, children }: WordsProps & { children: ReactNode }) {
  return (
    <section className={styles.section} id="contacts" aria-labelledby="contacts-title">
      <div className={styles.words}>
        <h2 id="contacts-title">{words.contactsTitle}</h2>
        <p>{words.contactsBody}</p>
        <p>
          <Link to="/quality">{text.toQuality}</Link>
        </p>
      </div>
      <div>{children}</div>
    </section>
  );
}

const EXAMPLE_KWH = 100;

/** The day-night meter, with the cost of 100 kWh by day and by night; nothing where the night is not cheaper. */
export function DayNight({ words, prices, isMissing }: WordsProps & TodayPrices) {
  const share = prices && nightShare(prices);
  if (share !== undefined && share <= 0) return null;
  return (
    <section className={dayNightStyles.band} aria-labelledby="night-title" data-tone="dusk">
      <div className={dayNightStyles.inner}>
        <div className={dayNightStyles.words}>
          <h2 id="night-title">{words.nightTitle}</h2>
          <p>{dayNightOffer(share)}</p>
        </div>
        {/* Hidden without its figures, but its space is reserved: no layout shift. */}
        <dl className={dayNightStyles.sums} data-missing={isMissing ? '' : undefined}>
          <div className={dayNightStyles.day}>
            <dt>{text.nightExample}</dt>
            <dd>
              <SumOrPlace price={prices?.day} />
            </dd>
          </div>
          <div className={dayNightStyles.night}>
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
          <Text as="span" size="s">
            {text.litHint}
          </Text>
        </Link>
      </div>
    </div>
  );
}

/** The hero: what the cabinet is, and the sign-in. A preview names no window and is not the heading of its page. */
export function Hero({ words, isPreview = false }: WordsProps & { isPreview?: boolean }) {
  return (
    <section className={heroStyles.hero} data-tone="dusk">
      <div className={heroStyles.inner}>
        <div className={heroStyles.words}>
          {isPreview ? <h3>{words.title}</h3> : <PageTitle title={words.title} suffix={text.product} />}
          <p className={heroStyles.lead}>{words.lead}</p>
          <p className={heroStyles.ways}>
            {text.newHere} <Link to="/sign-up/person">{text.signUp}</Link>
            <Link to="/sign-in/entity">{text.forCompanies}</Link>
          </p>
          <p>
            <a className={heroStyles.more} href="#how">
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
