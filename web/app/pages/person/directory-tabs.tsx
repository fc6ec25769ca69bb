import { text } from '#web/app/text.ts';
import { SectionTabs } from '../section-tabs.tsx';

const tabs = [
  { to: '/cabinet/person/directory/guide', label: text.pages.guide },
  { to: '/cabinet/person/directory/laws', label: text.pages.laws },
  { to: '/cabinet/person/directory/tariff-history', label: text.pages.tariffs },
  { to: '/cabinet/person/directory/indicators-history', label: text.pages.indicators },
  { to: '/cabinet/person/directory/payment-history', label: text.pages.payments },
  { to: '/cabinet/person/directory/day-night', label: text.pages.dayNight },
] as const;

/** The pages of the directory beside each other. */
export function DirectoryTabs() {
  return <SectionTabs label={text.directory} tabs={tabs} />;
}
