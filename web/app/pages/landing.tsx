import { HowItWorks } from '#web/features/landing/how-it-works.tsx';
import { Contacts, DayNight, Hero } from '#web/features/landing/landing-parts.tsx';
import { useLandingWords } from '#web/features/landing/landing-words.ts';
import { TariffToday } from '#web/features/landing/tariff-today.tsx';
import { OfficeList } from '#web/features/supplier/office-list.tsx';
import { ContactPhones } from '#web/features/supplier/phone-list.tsx';
import { useTodayPrices } from '#web/features/supplier/use-company.ts';
import styles from './landing.module.css';

/** `/`: what the cabinet offers, price of a kWh, how it works, support phones. */
export default function LandingPage() {
  const today = useTodayPrices();
  const words = useLandingWords();
  return (
    <main id="content">
      <Hero words={words} />
      <div className={styles.sections}>
        <TariffToday words={words} {...today} />
        <HowItWorks words={words} prices={today.prices} />
      </div>
      <DayNight words={words} {...today} />
      <div className={styles.sections}>
        <Contacts words={words}>
          <ContactPhones />
          <OfficeList />
        </Contacts>
      </div>
    </main>
  );
}
