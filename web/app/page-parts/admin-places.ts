import { type AdminRole, hasRole } from '#contract/identity/admin-roles.ts';
import { findPage, type PagePath } from '#contract/pages.ts';
import { reportGroups } from '#contract/reports/all-reports.ts';
import type { Place } from '#web/features/search/find-options.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { adminSections } from '../layouts/admin-sections.ts';
import { aboutSections } from '../layouts/admin-text.ts';

/** Pages and reports that the administrator's roles open, each with a sentence. */
export function useAdminPlaces(): readonly Place[] {
  const own = useSessionStore((state) => state.admin.roles);
  const isOpenTo = (roles: readonly AdminRole[] | undefined) => roles === undefined || hasRole(own, roles);
  const pages = adminSections
    .filter(({ to }) => isOpenTo(findPage(to)?.roles))
    .map((section): Place => {
      const { to, label } = section;
      const group = 'group' in section ? section.group : undefined;
      return { kind: 'page', link: { to }, title: label, about: aboutSections[to], group };
    });
  const reports = reportGroups.flatMap((group) =>
    group.reports
      .filter(({ roles }) => isOpenTo(roles))
      .map(({ name, title, about }): Place => {
        const to = `/cabinet/admin/statreports/reports/${name}` as PagePath;
        return { kind: 'report', link: { to }, title, about };
      }),
  );
  return [...pages, ...reports];
}
