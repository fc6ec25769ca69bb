import { Link, useNavigate } from '@tanstack/react-router';
import { RegisterList } from '#web/features/registers/register-list.tsx';
import { text } from '#web/features/registers/text.ts';
import { UploadForm } from '#web/features/registers/upload-form.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from '../person/pages.module.css';
import { ForRoles } from './for-roles.tsx';

/** `/cabinet/admin/registers`: registers of banks are sent here, and those that were. */
export default function RegistersPage() {
  const navigate = useNavigate();
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.title} suffix={text.product} />
      <ForRoles roles={['billing']}>
        <UploadForm
          onSent={(register) =>
            void navigate({ to: '/cabinet/admin/registers/$id', params: { id: String(register) } })
          }
        />
        <RegisterList
          linkTo={(register, words) => (
            <Link to="/cabinet/admin/registers/$id" params={{ id: String(register) }}>
              {words}
            </Link>
          )}
        />
      </ForRoles>
    </main>
  );
}
