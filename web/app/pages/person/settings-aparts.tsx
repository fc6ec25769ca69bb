import { Link, useNavigate } from '@tanstack/react-router';
import { text } from '#web/app/text.ts';
import { ObjectsManager } from '#web/features/objects/objects-manager.tsx';
import { text as objectsText } from '#web/features/objects/text.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { plus } from '#web/ui/icons.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from '../settings.module.css';
import { SettingsTabs } from './settings-tabs.tsx';
import { useReadingsOnDevice } from './use-readings-on-device.tsx';

/** `/cabinet/person/settings/aparts`: the objects of a person, to be named, chosen and removed. */
export default function SettingsApartsPage() {
  const navigate = useNavigate();
  const onDeviceOf = useReadingsOnDevice();
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.pages.aparts} suffix={text.productName} />
      <SettingsTabs />
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
