import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSessionStore } from '#web/session/session-store.ts';

/**
 * The guards of the open page are asked again when the person's chosen object or last object has left the cabinet, here or
 * in another tab: the page may be of an object that is there no more. Source: base specification, section 4 (haveObj, apartSelected).
 */
export function useGuardsAgain(): void {
  const router = useRouter();
  const left = useSessionStore(({ session, person }) => {
    if (session?.type !== 'person') return 'nobody';
    if (person.accounts.length === 0) return 'noObjects';
    return person.account === '' ? 'noChoice' : 'chosen';
  });
  useEffect(() => {
    if (left === 'noObjects' || left === 'noChoice') router.invalidate().catch(() => undefined);
  }, [left, router]);
}
