import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { CalendarCard } from '#web/features/notifications/calendar-card.tsx';
import { ChoicesCard } from '#web/features/notifications/choices-card.tsx';
import { DeviceCard } from '#web/features/notifications/device-card.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from './settings.module.css';

/** `/cabinet/person/settings/notifications`, `/cabinet/entity/settings/notifications`: channels by topic, devices with push, calendar. */
export default function SettingsNotificationsPage() {
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.notifications} suffix={text.productName} />
      <SectionTabs />
      <ChoicesCard />
      <DeviceCard />
      <CalendarCard />
    </main>
  );
}
