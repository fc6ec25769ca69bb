import { useQuery } from '@tanstack/react-query';
import { consumptionHistory } from '#contract/consumption.ts';
import { tariffHistory } from '#contract/tariffs.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { joinQueries } from '#web/lib/query/query-part.tsx';

/** The consumption and the tariff of an account, the input of the calculator. */
export function useDayNight(account: string) {
  const consumption = useQuery(accountQuery(consumptionHistory, account));
  const tariffs = useQuery(accountQuery(tariffHistory, account));
  return joinQueries({ consumption, tariffs });
}
