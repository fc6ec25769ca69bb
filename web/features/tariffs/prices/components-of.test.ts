import { expect, test } from 'vitest';
import { componentsOf } from './price-panel.tsx';
import type { PriceHistory } from './price-steps.ts';

const one = (
  kind: PriceHistory['components'][number]['kind'],
  voltageClass: 0 | 1 | 2,
  from: string,
  to: string | null,
) => ({ kind, subject: '', voltageClass, from, to, price: '1.00', source: 'act' });

const history = {
  today: '2026-05-01',
  components: [
    one('dayAhead', 0, '2026-04-01', null),
    one('distribution', 1, '2025-11-01', null),
    one('distribution', 2, '2025-11-01', '2026-03-31'),
    one('dayAhead', 0, '2025-11-01', '2025-12-31'),
  ],
};

test.each([
  [{}, [0, 1, 2, 3]],
  [{ kind: 'distribution' }, [1, 2]],
  [{ class: '1' }, [0, 1, 3]],
  [{ year: 2025 }, [1, 2, 3]],
  [{ year: 2026, class: '2' }, [0, 2]],
  [{ year: 2024 }, []],
] as const)('componentsOf the filter %j', (filter, expected) => {
  expect(componentsOf(history, filter)).toMatchObject(expected.map((index) => history.components[index]));
  expect(componentsOf(history, filter)).toHaveLength(expected.length);
});
