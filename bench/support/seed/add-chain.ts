import { shopOf } from '#sample/entities/many-points.ts';
import { samplePassword } from '#sample/households/named-households.ts';
import { namedEntities } from '#sample/named-entities.ts';
import type { SupplierFolder } from '#sample/supplier-folder.ts';

/** Account of the chain of the load tests. */
export const chainAccount = '1000000099';
/** Numbers of its points are above those of the sample. */
const POINT_SERIES = 90;

/** Adds a chain of so many shops in one account, with its contract, prices and sign-in, to a folder that is being written. */
export function addChain(target: SupplierFolder, points: number): void {
  const model = namedEntities.find(({ points: known }) => known.length > 100);
  if (model === undefined) throw new Error('The sample has no chain');
  target.addEntity({
    ...model,
    accountNumber: chainAccount,
    corrections: [],
    points: Array.from({ length: points }, (_, index) => shopOf(POINT_SERIES, index + 1)),
  });
  target.addSignIn(model.customer.phone, [chainAccount], samplePassword, 'entity');
}
