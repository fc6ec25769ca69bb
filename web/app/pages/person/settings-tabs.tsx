import { text } from '#web/app/text.ts';
import { text as settingsText } from '#web/features/identity/settings/text.ts';
import { SectionTabs } from '../section-tabs.tsx';

const tabs = [
  { to: '/cabinet/person/settings/account', label: text.pages.account },
  { to: '/cabinet/person/settings/personal-information', label: text.pages.personal },
  { to: '/cabinet/person/settings/aparts', label: text.pages.aparts },
  { to: '/cabinet/person/settings/notifications', label: text.pages.notifications },
  { to: '/cabinet/person/settings/my-data', label: text.pages.myData },
] as const;

/** Tabs of a person's settings. */
export function SettingsTabs() {
  return <SectionTabs label={settingsText.settings} tabs={tabs} />;
}
