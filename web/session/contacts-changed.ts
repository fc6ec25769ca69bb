import { changeAreas, currentSession } from './session-store.ts';

/** Phone and e-mail of the customer as the server keeps them now, in the area of their type. */
export function contactsChanged({ phone, email }: { phone: string; email: string }): void {
  const { session, person, entity } = currentSession();
  if (session?.type === 'person') changeAreas({ person: { ...person, phone, email } });
  if (session?.type === 'entity') {
    changeAreas({ entity: { ...entity, user: { ...entity.user, phone, email } } });
  }
}
