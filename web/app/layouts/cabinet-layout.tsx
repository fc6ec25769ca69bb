import { QueryClientProvider } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { findPage } from '#contract/pages.ts';
import { ObjectSwitcher } from '#web/features/accounts/object-switcher.tsx';
import { chooseObject } from '#web/features/accounts/use-objects.ts';
import { ServiceLine } from '#web/features/notices/service-line.tsx';
import { SupplierFooter } from '#web/features/supplier/supplier-footer.tsx';
import { useCompany } from '#web/features/supplier/use-company.ts';
import { text as cabinetText } from '#web/lib/cabinet-text.ts';
import { whenSettled } from '#web/lib/query/prefetch-call.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { useMay } from '#web/session/rights/use-may.ts';
import { currentSession, isViewing, useSessionStore } from '#web/session/session-store.ts';
import type { UserType } from '#web/session/session-types.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import { TipArea } from '#web/ui/tip-area.tsx';
import { createQueryClient } from '../query-client.ts';
import { text } from '../text.ts';
import styles from './cabinet-layout.module.css';
import { CabinetNav } from './cabinet-nav.tsx';
import supplierNameStyles from './supplier-name.module.css';
import { ThemeButton } from './theme-button.tsx';
import { UserMenu } from './user-menu.tsx';

/**
 * Runs the guards of the open page again when the chosen or the last object of a person is removed, here or in another tab.
 * Source: base specification, section 4 (haveObj, apartSelected).
 */
function useRerunGuards(): void {
  const router = useRouter();
  const left = useSessionStore(({ session, person }) => {
    if (session?.type !== 'person') return 'nobody';
    if (person.accounts.length === 0) return 'noObjects';
    return person.account === '' ? 'noChoice' : 'chosen';
  });
  useEffect(() => {
    if (left === 'noObjects' || left === 'noChoice') router.invalidate().catch(() => undefined);
  }, [left, router]);
}

const layout = getRouteApi('/cabinet-layout');

/** `?account=` chooses that account of an entity, once: links in messages say which of its accounts they are about. */
function useRequestedAccount(): void {
  const { account: requested } = layout.useSearch();
  const isOwn = useSessionStore(
    ({ session, entity }) =>
      session?.type === 'entity' && entity.accounts.some(({ account }) => account === requested),
  );
  useEffect(() => {
    if (requested === undefined || !isOwn || currentSession().entity.user.account === requested) return;
    choose('entity', requested).catch(() => undefined);
  }, [requested, isOwn]);
}

/** A part whose code loads after the page has its data; on a load error the page works without it. */
const late = (load: () => Promise<ComponentType>) =>
  function Late() {
    const [Part, setPart] = useState<ComponentType>();
    useEffect(
      () =>
        whenSettled(() => {
          load().then(
            (part) => setPart(() => part),
            () => undefined,
          );
        }),
      [],
    );
    return Part && <Part />;
  };

const OfflineParts = late(async () => (await import('./offline-parts.tsx')).OfflineParts);
const LastParts = late(async () => (await import('./last-parts.tsx')).LastParts);

/** Name beside the logo: the energo office of the site, else the supplier. Renders nothing until the office is known. */
function SupplierName() {
  const office = useSessionStore((state) => state.office);
  const loaded = useCompany();
  const organization = loaded.state === 'ready' ? loaded.company.organization : '';
  const name = office === undefined ? '' : office || organization;
  return name ? <span className={supplierNameStyles.name}>{name}</span> : null;
}

const HOME = '/cabinet/person';
/** Pages without the sidebar. Source: base specification, section 2 (layouts). */
const WITHOUT_SIDEBAR = [HOME, '/cabinet/entity', '/cabinet/person/add-apart'];
const REPORTS = '/cabinet/admin/statreports/reports/';

/** Layout of cabinet pages: header, service line, sidebar on inner pages, tips, footer, offline banner. */
export default function CabinetLayout() {
  const id = useSessionStore((state) => state.session?.id);
  const [userId, setUserId] = useState(id);
  const [withBanner] = useState(isViewing);
  // A new user remounts the tree, so that no data of the previous one is shown; on sign-out the page stays until navigation.
  if (id !== undefined && id !== userId) setUserId(id);
  const cabinet = <Cabinet key={userId} />;
  // Nothing of the cabinet is shown without the banner.
  return withBanner ? (
    <Suspense fallback={null}>
      <ViewingFrame>{cabinet}</ViewingFrame>
    </Suspense>
  ) : (
    cabinet
  );
}

const ViewingFrame = lazy(() =>
  import('#web/features/identity/viewing/viewing-frame.tsx').then((module) => ({
    default: module.ViewingFrame,
  })),
);

function Cabinet() {
  const [queries] = useState(() => {
    const { session } = currentSession();
    return createQueryClient(session?.type === 'person' && !session.viewing ? session.id : undefined);
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
  const withSidebar = !WITHOUT_SIDEBAR.includes(path) && !path.startsWith(REPORTS);
  // The home of a person has the bottom bar on a phone and a row of links on a desktop.
  const withRow = path === HOME && isChosen;
  useRerunGuards();
  useRequestedAccount();
  return (
    <div className={styles.cabinet} data-staff={isCustomer ? undefined : ''}>
      <Header withSwitcher={withSidebar || withRow} />
      <div role="status" className={styles.offline}>
        {!online && <p>{commonMessages['common.network']}</p>}
      </div>
      {isCustomer && !isViewing() && <OfflineParts />}
      <ServiceLine page={path} />
      {withRow && <CabinetNav inRow />}
      <div
        className={withSidebar ? styles.inner : styles.plain}
        data-bar={withSidebar || withRow ? '' : undefined}
      >
        {withSidebar && <CabinetNav />}
        <Allowed page={path} />
      </div>
      <div className={isCustomer ? styles.feedback : undefined}>
        <LastParts />
      </div>
      <SupplierFooter />
      <TipArea closeLabel={text.closeTip} />
    </div>
  );
}

/** The open page, or a sentence for a person of a company whose role may not read it. */
function Allowed({ page }: { page: string }) {
  return useMay(findPage(page)?.area, 'read') ? (
    <Outlet />
  ) : (
    <main id="content" className={styles.refused}>
      <PageTitle title={cabinetText.notForRole} suffix={text.productName} />
      <p>{cabinetText.notForRoleNext}</p>
    </main>
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
        <span className={styles.space} data-header-space="">
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
        {type === 'person' && !isViewing() && <span className={styles.chat} data-chat-button="" />}
        <ThemeButton />
        <UserMenu />
      </div>
    </header>
  );
}

async function choose(type: UserType, account: string): Promise<void> {
  if (type !== 'entity') return chooseObject(account);
  // Only entities need this code.
  const { chooseEntityAccount } = await import('#web/features/accounts/entity/use-entity-accounts.ts');
  return chooseEntityAccount(account);
}
