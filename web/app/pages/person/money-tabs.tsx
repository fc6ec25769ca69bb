import { text } from '#web/app/text.ts';
import { SectionTabs } from '../section-tabs.tsx';

const tabs = [
  { to: '/cabinet/person/bills', label: text.pages.bills },
  { to: '/cabinet/person/directory/payment-history', label: text.pages.payments },
  { to: '/cabinet/person/calculation', label: text.pages.calculation },
  { to: '/cabinet/person/sub-book', label: text.pages.subBook },
] as const;

/** Tabs: bills, payments, calculation. */
export function MoneyTabs() {
  return <SectionTabs label={text.money} tabs={tabs} />;
}
