import { useSearch } from '@tanstack/react-router';
import { Recover } from '#web/features/identity/recovery/recover.tsx';

/** `/recover`: password recovery of a person or an entity (`?type=entity`). */
export default function RecoverPage() {
  const { type = 'person' } = useSearch({ strict: false });
  return <Recover key={type} type={type} />;
}
