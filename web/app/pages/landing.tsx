import { ContactPhones } from '#web/features/company/contact-phones.tsx';
import { Contacts } from '#web/features/landing/contacts.tsx';
import { DayNight } from '#web/features/landing/day-night.tsx';
import { Hero } from '#web/features/landing/hero.tsx';
import { HowItWorks } from '#web/features/landing/how-it-works.tsx';
import { TariffToday } from '#web/features/landing/tariff-today.tsx';
import styles from './landing.module.css';

/** `/`: what this is, what a kilowatt-hour costs, how it works, whom to call. */
export default function LandingPage() {
  return (
    <main id="content">
      <Hero />
      <div className={styles.sections}>
        <TariffToday />
        <HowItWorks />
      </div>
      <DayNight />
      <div className={styles.sections}>
        <Contacts>
          <ContactPhones />
        </Contacts>
      </div>
    </main>
  );
}
