import { act, configure, getConfig } from '@testing-library/react';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * What is found has had its effects. React does those of a render between tasks: on a busy machine a test goes on before, and
 * what it does next is not listened to.
 */
export function findWithEffects(): void {
  const { asyncWrapper } = getConfig();
  const other = createRoot(document.createElement('div'));
  configure({
    async asyncWrapper(work) {
      const found = await asyncWrapper(work);
      // Before any render React does the effects of the one before.
      act(() => other.render(createElement('i')));
      return found;
    },
  });
}
