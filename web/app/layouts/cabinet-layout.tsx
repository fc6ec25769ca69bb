import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { signOut } from '#contract/auth.ts';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { SupplierFooter } from '#web/features/company/supplier-footer.tsx';
import { ServiceLine } from '#web/features/notices/service-line.tsx';
import { chooseObject } from '#web/features/objects/choose-object.ts';
import { ObjectSwitcher } from '#web/features/objects/object-switcher.tsx';
import { callApi } from '#web/lib/api.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { signedOut, useSessionStore } from '#web/session/session-store.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { signOut as signOutDrawing } from '#web/ui/icons.ts';
import { TipArea } from '#web/ui/tip-area.tsx';
import { createQueryClient } from '../query-client.ts';
import { text } from '../text.ts';
import styles from './cabinet-layout.module.css';
import { CabinetNav } from './cabinet-nav.tsx';
import { SupplierName } from './supplier-name.tsx';
import { ThemeButton } from './theme-button.tsx';

/** Pages without the sidebar. Source: base specification, section 2 (layouts). */
const WITHOUT_SIDEBAR = ['/cabinet/person', '/cabinet/person/add-apart'];

/** Around every page of the cabinet: header, service line, sidebar on inner pages, tips, foot, and the word when offline. */
export default function CabinetLayout() {
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <Frame />
    </QueryClientProvider>
  );
}

function Frame() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const online = useOnline();
  const withSidebar = !WITHOUT_SIDEBAR.includes(path);
  return (
    <div className={styles.cabinet}>
      <Header withSwitcher={withSidebar} />
      <div role="status" className={styles.offline}>
        {!online && <p>{commonMessages['common.network']}</p>}
      </div>
      <ServiceLine page={path} />
      <div className={withSidebar ? styles.inner : styles.plain}>
        {withSidebar && <CabinetNav />}
        <Outlet />
      </div>
      <SupplierFooter />
      <TipArea closeLabel={text.closeTip} />
    </div>
  );
}

function Header({ withSwitcher }: { withSwitcher: boolean }) {
  const accounts = useSessionStore((state) => state.person.accounts);
  const account = useSessionStore((state) => state.person.account);
  const isSwitchable = withSwitcher && accounts.length > 1 && account !== '';
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Link to="/cabinet/person" className={styles.brand}>
          <BrandMark name={text.productName} compact={isSwitchable} />
        </Link>
        <SupplierName />
        <span className={styles.space}>
          {isSwitchable && (
            <ObjectSwitcher
              accounts={accounts}
              chosen={account}
              onChoose={(chosen) => {
                chooseObject(chosen).catch(() => undefined);
              }}
            />
          )}
        </span>
        <ThemeButton />
        <SignOutButton />
      </div>
    </header>
  );
}

function SignOutButton() {
  const router = useRouter();
  const queries = useQueryClient();
  const leave = async () => {
    await callApi(signOut, {});
    signedOut();
    queries.clear();
    await router.navigate({ to: '/' });
  };
  return (
    <button
      type="button"
      className={styles.signOut}
      onClick={() => {
        leave().catch(() => undefined);
      }}
    >
      <Icon drawing={signOutDrawing} />
      <span>{text.signOut}</span>
    </button>
  );
}
