import { Link } from '@tanstack/react-router';
import { text } from '#web/app/text.ts';
import { text as settingsText } from '#web/features/settings/text.ts';
import styles from '../settings.module.css';

const tabs = [
  { to: '/cabinet/person/settings/account', label: text.pages.account },
  { to: '/cabinet/person/settings/personal-information', label: text.pages.personal },
] as const;

/** The settings pages of a person beside each other. */
export function SettingsTabs() {
  return (
    <nav aria-label={settingsText.settings} className={styles.tabs}>
      {tabs.map(({ to, label }) => (
        <Link key={to} to={to} activeProps={{ 'aria-current': 'page' }}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
