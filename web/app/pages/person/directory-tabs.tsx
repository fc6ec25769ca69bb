import { text } from '#web/app/text.ts';
import { SectionTabs } from '../section-tabs.tsx';

const tabs = [
  { to: '/cabinet/person/directory/guide', label: text.pages.guide },
  { to: '/cabinet/person/directory/laws', label: text.pages.laws },
  { to: '/cabinet/person/directory/tariff-history', label: text.pages.tariffs },
] as const;

/** Tabs of the directory pages. */
export function DirectoryTabs() {
  return <SectionTabs label={text.directory} tabs={tabs} />;
}
