import { tariffReaders } from '#contract/tariffs/tariff-plans.ts';
import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import { TariffPlans } from '#web/features/tariffs/plans/tariff-plans.tsx';
import { text } from '#web/features/tariffs/plans/text.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../../person/pages.module.css';

/** `/cabinet/admin/management/tariffs`: prices in force and planned ones, for who keeps them. */
export default function AdminTariffsPage() {
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.title} suffix={text.product} />
      <ForRoles roles={tariffReaders}>
        <TariffPlans />
      </ForRoles>
    </main>
  );
}
