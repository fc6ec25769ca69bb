import { QueryClientProvider } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { SupplierFooter } from '#web/features/company/supplier-footer.tsx';
import { ServiceLine } from '#web/features/notices/service-line.tsx';
import { chooseObject } from '#web/features/objects/choose-object.ts';
import { ObjectSwitcher } from '#web/features/objects/object-switcher.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { currentSession, useSessionStore } from '#web/session/session-store.ts';
import type { UserType } from '#web/session/session-types.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { TipArea } from '#web/ui/tip-area.tsx';
import { createQueryClient } from '../query-client.ts';
import { text } from '../text.ts';
import styles from './cabinet-layout.module.css';
import { CabinetNav } from './cabinet-nav.tsx';
import { OfflinePlace } from './offline-place.tsx';
import { SupplierName } from './supplier-name.tsx';
import { ThemeButton } from './theme-button.tsx';
import { useGuardsAgain } from './use-guards-again.ts';
import { UserMenu } from './user-menu.tsx';

const HOME = '/cabinet/person';
/** Pages without the sidebar. Source: base specification, section 2 (layouts). */
const WITHOUT_SIDEBAR = [HOME, '/cabinet/entity', '/cabinet/person/add-apart'];

/** Around every page of the cabinet: header, service line, sidebar on inner pages, tips, foot, and the word when offline. */
export default function CabinetLayout() {
  const id = useSessionStore((state) => state.session?.id);
  const [kept, keep] = useState(id);
  // Who signs in after another sees nothing that was read for the one before; signing out shows the page to its end.
  if (id !== undefined && id !== kept) keep(id);
  return <Cabinet key={kept} />;
}

function Cabinet() {
  const [queries] = useState(() => {
    const { session } = currentSession();
    return createQueryClient(session?.type === 'person' ? session.id : undefined);
  });
  return (
    <QueryClientProvider client={queries}>
      <Frame />
    </QueryClientProvider>
  );
}

function Frame() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const online = useOnline();
  const isCustomer = useSessionStore((state) => state.session?.type !== 'admin');
  const isChosen = useSessionStore((state) => state.person.account !== '');
  const withSidebar = !WITHOUT_SIDEBAR.includes(path);
  // The home of a person has the bar of a phone too, and a row of links on a desk.
  const withRow = path === HOME && isChosen;
  useGuardsAgain();
  return (
    <div className={styles.cabinet}>
      <Header withSwitcher={withSidebar || withRow} />
      <div role="status" className={styles.offline}>
        {!online && <p>{commonMessages['common.network']}</p>}
      </div>
      {isCustomer && <OfflinePlace />}
      <ServiceLine page={path} />
      {withRow && <CabinetNav inRow />}
      <div
        className={withSidebar ? styles.inner : styles.plain}
        data-bar={withSidebar || withRow ? '' : undefined}
      >
        {withSidebar && <CabinetNav />}
        <Outlet />
      </div>
      <SupplierFooter />
      <TipArea closeLabel={text.closeTip} />
    </div>
  );
}

function Header({ withSwitcher }: { withSwitcher: boolean }) {
  const type = useSessionStore((state) => state.session?.type) ?? 'person';
  const person = useSessionStore((state) => state.person);
  const entity = useSessionStore((state) => state.entity);
  const { accounts, account } = type === 'entity' ? { ...entity, ...entity.user } : person;
  const isSwitchable = withSwitcher && accounts.length > 1 && account !== '';
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Link to={`/cabinet/${type}`} className={styles.brand}>
          <BrandMark name={text.productName} compact={isSwitchable} />
        </Link>
        <SupplierName />
        <span className={styles.space}>
          {isSwitchable && (
            <ObjectSwitcher
              accounts={accounts}
              chosen={account}
              onChoose={(chosen) => {
                choose(type, chosen).catch(() => undefined);
              }}
            />
          )}
        </span>
        <ThemeButton />
        <UserMenu />
      </div>
    </header>
  );
}

async function choose(type: UserType, account: string): Promise<void> {
  if (type !== 'entity') return chooseObject(account);
  // Persons, who are many, do not carry it.
  const { chooseEntityAccount } = await import('#web/features/entity-home/choose-account.ts');
  return chooseEntityAccount(account);
}
