import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import { ImportList } from '#web/features/import/import-list.tsx';
import { ImportView } from '#web/features/import/import-view.tsx';
import { text } from '#web/features/import/text.ts';
import { UploadForm } from '#web/features/import/upload-form.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import styles from '../../person/pages.module.css';

const path = '/cabinet/admin/management/imports';
const route = getRouteApi(`/cabinet-layout${path}`);

/** `/cabinet/admin/management/imports?open=`: folders of the import sent, checked and loaded, and the history of it. */
export default function ImportsPage() {
  const navigate = useNavigate();
  const { open } = route.useSearch();
  const importNumber = typeof open === 'string' && /^[1-9]\d{0,8}$/.test(open) ? Number(open) : undefined;
  return (
    <main id="content" className={styles.page} data-wide="">
      <PageTitle title={text.title} suffix={text.product} />
      <ForRoles roles={['billing']}>
        <Stack gap="4">
          <Text tone="quiet">{text.lead}</Text>
          {importNumber !== undefined && <ImportView key={importNumber} importNumber={importNumber} />}
          <UploadForm
            onSent={(sent) => void navigate({ to: path, search: { open: String(sent) }, resetScroll: true })}
          />
          <ImportList
            linkTo={(one, words) => (
              <Link to={path} search={{ open: String(one) }}>
                {words}
              </Link>
            )}
          />
        </Stack>
      </ForRoles>
    </main>
  );
}
