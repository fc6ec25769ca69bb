import { formatKwh, fromKwh } from '../energy.ts';
import type { PlannedVolume } from './planned-payments.ts';

/** What planned payments were computed from; `month`: the month before, in words. */
export function plannedBasisText(volume: PlannedVolume | null, month: string): string {
  if (volume === null) return `За сумою, нарахованою за ${month}.`;
  const { declaredKwh, undeclaredKwh } = volume;
  const declared = `За заявленим обсягом ${formatKwh(fromKwh(declaredKwh))} кВт·год`;
  const rest =
    undeclaredKwh === 0
      ? ''
      : `, для решти точок — за ${formatKwh(fromKwh(undeclaredKwh))} кВт·год, як за ${month},`;
  return `${declared}${rest} і цінами за ${month}.`;
}
