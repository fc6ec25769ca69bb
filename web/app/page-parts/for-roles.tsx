import type { ReactNode } from 'react';
import { type AdminRole, hasRole } from '#contract/identity/admin-roles.ts';
import { text } from '#web/lib/cabinet-text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { Notice } from '#web/ui/notice.tsx';

/** Content for the owner and these roles only; others see a message, and no call is made for them. */
export function ForRoles({ roles, children }: { roles: readonly AdminRole[]; children: ReactNode }) {
  const own = useSessionStore((state) => state.admin.roles);
  if (hasRole(own, roles)) return children;
  return (
    <Notice kind="info" title={text.notForRole}>
      {text.notForRoleNext}
    </Notice>
  );
}
