import { useSearch } from '@tanstack/react-router';
import { Recover } from '#web/features/recover/recover.tsx';

/** `/recover`: a new password for one that is forgotten, of a person or an entity (`?type=entity`). */
export default function RecoverPage() {
  const { type = 'person' } = useSearch({ strict: false });
  return <Recover key={type} type={type} />;
}
