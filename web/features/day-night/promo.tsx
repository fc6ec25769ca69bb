import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { dayNightOffer, nightShare } from '#contract/messages/day-night-offer.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { listMeters } from '#contract/readings.ts';
import { savedBy } from '#domain/charges/day-night.ts';
import { type Kopiykas, moneyToWire, zeroMoney } from '#domain/money.ts';
import { showSum } from '#web/lib/format.ts';
import { keepNumbers } from '#web/lib/message-text.tsx';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { offerPutAway } from '#web/session/account-changes.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { Button } from '#web/ui/button.tsx';
import { costsOf, type Month, nightMonths, ownPercent, type Tariffs, versionsOf } from './night-months.ts';
import styles from './promo.module.css';
import { text } from './text.ts';
import { useDayNight } from './use-day-night.ts';

interface Promo {
  /** By how many percent the night is cheaper now; undefined: not loaded yet. */
  readonly nightPercent: number | undefined;
  /** The saving by a day-night meter; undefined: none, or not loaded yet. */
  readonly own:
    | { readonly saved: Kopiykas; readonly monthCount: number; readonly hasZones: boolean }
    | undefined;
}

interface PromoFacts {
  readonly meters: readonly Pick<OutputOf<typeof listMeters>['meters'][number], 'blocked'>[] | undefined;
  /** undefined: not loaded yet. */
  readonly history: { readonly months: readonly Month[]; readonly tariffs: Tariffs } | undefined;
  /** The history can't be loaded. */
  readonly isFailed: boolean;
}

/** By how many percent the night of a two-zone meter is cheaper in the version of today. */
function nightPercentOf({ versions, today }: Tariffs): number {
  const { day = '1', night = '1' } = versions.find(({ from }) => from <= today)?.zones.two ?? {};
  return nightShare({ day, night });
}

/**
 * The day-night promo of the home page; undefined without a contract, when no month of consumption is known, and when the night is
 * not cheaper.
 */
export function promoOf({ meters, history, isFailed }: PromoFacts): Promo | undefined {
  if (meters?.some(({ blocked }) => blocked?.code === 'accounts.noContract')) return undefined;
  if (!history) return isFailed ? undefined : { nightPercent: undefined, own: undefined };
  const nightPercent = nightPercentOf(history.tariffs);
  if (nightPercent <= 0) return undefined;
  const versions = versionsOf(history.tariffs);
  const months = nightMonths(history.months, versions);
  if (months.length === 0) return undefined;
  const saved = savedBy(costsOf(months, versions, undefined));
  const hasZones = ownPercent(months) !== undefined;
  return {
    nightPercent,
    own: saved > zeroMoney ? { saved, monthCount: months.length, hasZones } : undefined,
  };
}

/** The day-night promo of the home page; with the customer's own figure once months and tariff are loaded. */
export function DayNightPromo({ account }: { account: string }) {
  const title = useId();
  const meters = useQuery(accountQuery(listMeters, account));
  const { data, error } = useDayNight(account);
  const isDismissed = useSessionStore(({ person }) => person.loyalityChecked[account] ?? false);
  const promo = promoOf({
    meters: meters.data?.meters,
    history: data && { months: data.consumption.months, tariffs: data.tariffs },
    isFailed: error !== null,
  });
  if (!promo || isDismissed) return null;
  const { own } = promo;
  const offer = keepNumbers(dayNightOffer(promo.nightPercent));
  return (
    <section className={styles.band} aria-labelledby={title} data-tone="dusk">
      <div className={styles.inner}>
        <h2 id={title} className={styles.title}>
          {text.promoTitle}
        </h2>
        <p className={styles.figure}>{own ? textOf(own) : offer}</p>
        <p className={styles.quiet}>{own && !own.hasZones && offer}</p>
        <p className={styles.actions}>
          <Link to="/cabinet/person/directory/day-night" className={styles.link}>
            {own?.hasZones ? text.promoOwnLink : text.promoLink}
          </Link>
          <Button kind="plain" onClick={() => offerPutAway(account)}>
            {text.promoPutAway}
          </Button>
        </p>
      </div>
    </section>
  );
}

function textOf({ saved, monthCount, hasZones }: NonNullable<Promo['own']>): string {
  return formatText(hasZones ? text.promoOwn : text.promoGuess, {
    sum: showSum(moneyToWire(saved)),
    months: formatText(text.months, { n: monthCount }),
  });
}
