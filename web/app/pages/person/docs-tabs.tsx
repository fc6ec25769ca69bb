import { useRouterState } from '@tanstack/react-router';
import { text } from '#web/app/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { SectionTabs } from '../section-tabs.tsx';

const green = { to: '/cabinet/person/docs/green-tarif', label: text.pages.green } as const;
const tabs = [
  { to: '/cabinet/person/docs/reconciliations', label: text.pages.reconciliations },
  { to: '/cabinet/person/docs/violations', label: text.pages.violations },
] as const;

/** Tabs of the document pages; the green tariff tab only for objects with feed-in. */
export function DocsTabs() {
  const sells = useSessionStore(({ person }) =>
    person.accounts.some(({ account, greenTarif }) => account === person.account && greenTarif),
  );
  const isOpen = useRouterState({ select: (state) => state.location.pathname === green.to });
  return <SectionTabs label={text.documents} tabs={sells || isOpen ? [...tabs, green] : tabs} />;
}
