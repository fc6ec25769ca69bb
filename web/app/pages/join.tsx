import { useSearch } from '@tanstack/react-router';
import { Join } from '#web/features/identity/join/join.tsx';

/** `/join?key=`: an invitation to the cabinet of a company is accepted. */
export default function JoinPage() {
  const { key = '' } = useSearch({ strict: false });
  return <Join invitationKey={key} />;
}
