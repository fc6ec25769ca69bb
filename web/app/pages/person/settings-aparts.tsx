import { Link, useNavigate } from '@tanstack/react-router';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { ObjectsManager } from '#web/features/accounts/objects-manager.tsx';
import { text as objectsText } from '#web/features/accounts/text.ts';
import type { OnDevice } from '#web/features/accounts/use-objects.ts';
import { LostReadings } from '#web/features/readings/offline-queue/lost-readings.tsx';
import { useOfflineQueue } from '#web/features/readings/offline-queue/queued-reading.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { plus } from '#web/ui/cabinet-icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../settings.module.css';

/** Queued readings of an object on this device: listed before the object is removed, and deleted with it. */
function useReadingsOnDevice(): (account: string) => OnDevice | undefined {
  const readings = useOfflineQueue((state) => state.readings) ?? [];
  return (account) => {
    const own = readings.filter((reading) => reading.account === account);
    if (own.length === 0) return undefined;
    const lost = own.filter(({ answer }) => answer?.kind !== 'taken');
    return {
      loss: lost.length > 0 ? <LostReadings readings={lost} /> : undefined,
      async clear() {
        const { clearQueue } = await import('#web/features/readings/offline-queue/queue-actions.ts');
        await clearQueue(own);
      },
    };
  };
}

/** `/cabinet/person/settings/aparts`: the objects of a person: name, choose, remove. */
export default function SettingsApartsPage() {
  const navigate = useNavigate();
  const onDeviceOf = useReadingsOnDevice();
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.aparts} suffix={text.productName} />
      <SectionTabs />
      <ObjectsManager
        addLink={
          <Link to="/cabinet/person/add-apart" className={buttonClass()}>
            <Icon drawing={plus} />
            {objectsText.add}
          </Link>
        }
        onDeviceOf={onDeviceOf}
        onEmpty={() => {
          navigate({ to: '/cabinet/person/add-apart', replace: true }).catch(() => undefined);
        }}
      />
    </main>
  );
}
