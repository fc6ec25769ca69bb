import { formatText } from '#contract/messages/format-text.ts';
import { showKwh, showMonthShort, showNumber, showPeriod } from '#web/lib/format.ts';
import { showTick } from '#web/lib/numbers/show-decimal.ts';
import { partsOf, type Zone, zonesOf } from '#web/lib/zone-parts.ts';
import { BarChart } from '#web/ui/chart/bar-chart.tsx';
import { ChartLegend } from '#web/ui/chart/chart-parts.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { ScreenOnly } from '#web/ui/layout/paper.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import { DataTable } from '#web/ui/list/data-table.tsx';
import type { BillData } from './bill-types.ts';
import { text } from './text.ts';

type Month = BillData['history'][number];

/** Thirteen months of consumption by zones, with the year before as an outline; also as a table. */
export function BillHistory({ history }: { history: readonly Month[] }) {
  const zones = zonesOf(history);
  const byPeriod = new Map(history.map((month) => [month.period, month]));
  return (
    <>
      <BarChart
        label={text.historyTitle}
        initialKey={history.at(-1)?.period ?? ''}
        formatTick={showTick}
        bars={history.map((month) => ({
          key: month.period,
          label: showMonthShort(month.period),
          spoken: spoken(month, zones),
          parts: partsOf(month, zones),
          outline: month.lastYearKwh,
          hatched: false,
        }))}
      >
        {({ key }) => {
          const month = byPeriod.get(key);
          return (
            month && (
              <Text isStrong isNumeric>
                {spoken(month, zones)}
              </Text>
            )
          );
        }}
      </BarChart>
      <ChartLegend
        parts={zones.length > 1 ? zones.map((zone) => text.zones[zone]) : []}
        outline={text.lastYear}
      />
      <ScreenOnly>
        <Disclosure summary={text.historyTable}>
          <DataTable
            caption={text.historyCaption}
            rows={[...history].reverse()}
            rowKey={({ period }) => period}
            columns={[
              { key: 'period', title: text.colPeriod, cell: ({ period }) => showPeriod(period) },
              { key: 'kwh', title: text.kwh, numeric: true, cell: ({ kwh }) => showNumber(kwh) },
              {
                key: 'lastYear',
                title: text.lastYear,
                numeric: true,
                cell: ({ lastYearKwh }) => (lastYearKwh === null ? text.notKnown : showNumber(lastYearKwh)),
              },
            ]}
          />
        </Disclosure>
      </ScreenOnly>
    </>
  );
}

function spoken({ period, kwh, zones, lastYearKwh }: Month, shown: readonly Zone[]): string {
  const byZone = shown.length > 1 ? shown.filter((zone) => zones[zone] !== undefined) : [];
  const lastYear =
    lastYearKwh === null ? [] : [formatText(text.lastYearWas, { kwh: showNumber(lastYearKwh) })];
  return [
    showPeriod(period),
    showKwh(kwh),
    ...byZone.map((zone) => `${text.zones[zone]} ${showNumber(zones[zone] ?? 0)}`),
    ...lastYear,
  ].join(' · ');
}
