import { text } from '#web/app/text.ts';
import { SectionTabs } from '../section-tabs.tsx';

const tabs = [
  { to: '/cabinet/person/indication', label: text.pages.indication },
  { to: '/cabinet/person/directory/indicators-history', label: text.pages.indicators },
  { to: '/cabinet/person/directory/day-night', label: text.pages.dayNight },
] as const;

/** Tabs: readings, their history, day-night comparison. */
export function ReadingTabs() {
  return <SectionTabs label={text.pages.indication} tabs={tabs} />;
}
