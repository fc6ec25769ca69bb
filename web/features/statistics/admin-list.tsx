import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '#contract/define-call.ts';
import type { listAdmins } from '#contract/identity/administrators.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { adminsQuery } from './api.ts';
import styles from './own-roles.module.css';
import { text } from './text.ts';

type Admin = OutputOf<typeof listAdmins>['admins'][number];

const columns: readonly Column<Admin>[] = [
  {
    key: 'login',
    title: text.login,
    cell: ({ login, blocked }) => (blocked ? `${login} (${text.blocked})` : login),
  },
  { key: 'fullName', title: text.fullName, cell: ({ fullName }) => fullName || '—' },
  {
    key: 'roles',
    title: text.rolesOf,
    cell: ({ roles }) => roles.map((role) => text.roles[role].name).join(', ') || '—',
  },
  {
    key: 'secondStep',
    title: text.secondStep,
    cell: ({ secondFactor, dualAuth }) =>
      secondFactor === 'none' && dualAuth ? text.dualAuth : text.factors[secondFactor],
  },
];

/** The administrators with their roles, for the owner. */
export function AdminList() {
  const { data, error, isFetching, refetch } = useQuery(adminsQuery);
  return (
    <section className={styles.part} aria-labelledby="admins" aria-busy={!data && !error}>
      <h2 id="admins">{text.admins}</h2>
      {data ? (
        <DataTable
          caption={text.adminsTable}
          captionHidden
          columns={columns}
          rows={data.admins}
          rowKey={({ login }) => login}
        />
      ) : error ? (
        <FailedPart
          title={text.adminsFailed}
          message={failureOf(error).message}
          retryLabel={text.retry}
          retrying={isFetching}
          onRetry={() => refetch()}
        />
      ) : (
        <>
          <VisuallyHidden>{text.adminsLoading}</VisuallyHidden>
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </>
      )}
    </section>
  );
}
