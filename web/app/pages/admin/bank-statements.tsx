import { Link, useNavigate } from '@tanstack/react-router';
import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import { StatementList } from '#web/features/bank-statements/statement-list.tsx';
import { text } from '#web/features/bank-statements/text.ts';
import { UploadForm } from '#web/features/bank-statements/upload-form.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../person/pages.module.css';

/** `/cabinet/admin/bank-statements`: upload and list of bank statements. */
export default function StatementsPage() {
  const navigate = useNavigate();
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.title} suffix={text.product} />
      <ForRoles roles={['billing']}>
        <UploadForm
          onSent={(statement) =>
            void navigate({ to: '/cabinet/admin/bank-statements/$id', params: { id: String(statement) } })
          }
        />
        <StatementList
          linkTo={(statement, words) => (
            <Link to="/cabinet/admin/bank-statements/$id" params={{ id: String(statement) }}>
              {words}
            </Link>
          )}
        />
      </ForRoles>
    </main>
  );
}
