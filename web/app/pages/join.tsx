import { useSearch } from '@tanstack/react-router';
import { adminKeyStart } from '#contract/identity/administrator-links.ts';
import { Join } from '#web/features/identity/join/join.tsx';
import { StaffJoin } from '#web/features/identity/join/staff-join.tsx';

/** `/join?key=`: an invitation to the cabinet of a company is accepted, or the password of an administrator is set. */
export default function JoinPage() {
  const { key = '' } = useSearch({ strict: false });
  return key.startsWith(adminKeyStart) ? <StaffJoin linkKey={key} /> : <Join invitationKey={key} />;
}
