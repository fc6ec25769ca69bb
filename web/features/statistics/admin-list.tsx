import type { OutputOf } from '#contract/define-call.ts';
import type { listAdmins } from '#contract/identity/administrators.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
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

const noFilter = {};

const admins = defineList({
  whole: () => adminsQuery,
  words: { loading: text.adminsLoading, failed: text.adminsFailed },
  caption: () => text.adminsTable,
  // The owner who reads it is one of them.
  empty: () => null,
  rows: (pages) => pages.flatMap((page) => page.admins),
  rowKey: ({ login }) => login,
  skeletonRows: 3,
});

/** The administrators with their roles, for the owner. */
export function AdminList() {
  return (
    <section className={styles.part} aria-labelledby="admins">
      <h2 id="admins">{text.admins}</h2>
      <RecordList
        list={admins}
        context={undefined}
        filter={noFilter}
        view={{ className: styles.admins, columns: () => columns }}
      />
    </section>
  );
}
