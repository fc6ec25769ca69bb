import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '#contract/define-call.ts';
import type { listAdmins } from '#contract/identity/administrators.ts';
import { QueryPart } from '#web/lib/query-part.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
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
  const query = useQuery(adminsQuery);
  return (
    <section className={styles.part} aria-labelledby="admins" aria-busy={!query.data && !query.error}>
      <h2 id="admins">{text.admins}</h2>
      <QueryPart
        query={query}
        failed={text.adminsFailed}
        skeleton={
          <>
            <VisuallyHidden>{text.adminsLoading}</VisuallyHidden>
            <Skeleton />
            <Skeleton />
            <Skeleton />
          </>
        }
      >
        {({ admins }) => (
          <DataTable
            caption={text.adminsTable}
            captionHidden
            columns={columns}
            rows={admins}
            rowKey={({ login }) => login}
          />
        )}
      </QueryPart>
    </section>
  );
}
