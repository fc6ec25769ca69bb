import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { keepCompany } from '#web/features/company/seen-company.ts';
import { useCompany } from '#web/features/company/use-company.ts';
import { startWaiting } from '#web/features/readings/waiting/start-waiting.ts';
import { WaitingLine } from '#web/features/readings/waiting/waiting-line.tsx';
import { keepOnlyOwn } from '#web/offline/keep-only-own.ts';
import { keepWorker } from '#web/offline/keep-worker.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { AsOfLine } from './as-of-line.tsx';
import { tellWhoseDevice } from './tell-whose-device.ts';

/** Keeps the cabinet on the device, sends what waits there, says whose it is, and of what time is what is shown. */
export function OfflineParts() {
  useEffect(startWaiting, []);
  useEffect(keepOnlyOwn, []);
  useEffect(keepWorker, []);
  useEffect(tellWhoseDevice, []);
  useKeptCompany();
  const type = useSessionStore((state) => state.session?.type);
  const account = useSessionStore((state) => state.person.account || state.entity.user.account);
  const objects = useSessionStore((state) => state.person.accounts);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const isIndication = path.endsWith('/indication');
  return (
    <>
      <AsOfLine />
      <WaitingLine
        shownOnPage={isIndication ? account : undefined}
        accounts={type === 'person' ? objects.map((item) => item.account) : undefined}
        link={(of, label) => (
          <Link
            to={type === 'entity' ? '/cabinet/entity/indication' : '/cabinet/person/indication'}
            search={type === 'entity' ? {} : { account: of }}
          >
            {label}
          </Link>
        )}
      />
    </>
  );
}

/** Who supplies and how to call is kept, too. */
function useKeptCompany(): void {
  const loaded = useCompany();
  const session = useSessionStore((state) => state.session?.id);
  const company = loaded.state === 'ready' ? loaded.company : undefined;
  useEffect(() => {
    if (session && company) keepCompany(session, company).catch(() => undefined);
  }, [session, company]);
}
