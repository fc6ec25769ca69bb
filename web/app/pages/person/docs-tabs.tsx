import { useRouterState } from '@tanstack/react-router';
import { text } from '#web/app/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { SectionTabs } from '../section-tabs.tsx';

const green = { to: '/cabinet/person/docs/green-tarif', label: text.pages.green } as const;
const tabs = [
  { to: '/cabinet/person/bills', label: text.pages.bills },
  { to: '/cabinet/person/docs/reconciliations', label: text.pages.reconciliations },
  { to: '/cabinet/person/docs/violations', label: text.pages.violations },
] as const;

/** The documents of the chosen object beside each other; the green tariff only for who sells what they generate. */
export function DocsTabs() {
  const sells = useSessionStore(({ person }) =>
    person.accounts.some(({ account, greenTarif }) => account === person.account && greenTarif),
  );
  const isOpen = useRouterState({ select: (state) => state.location.pathname === green.to });
  return <SectionTabs label={text.documents} tabs={sells || isOpen ? [...tabs, green] : tabs} />;
}
