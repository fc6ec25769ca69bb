import { useQuery } from '@tanstack/react-query';
import { consumptionHistory } from '#contract/consumption.ts';
import { tariffHistory } from '#contract/tariffs.ts';
import { accountQuery } from '#web/lib/account-query.ts';

/** The months and the tariff of an account, the input of the calculator. */
export function useDayNight(account: string) {
  const consumption = useQuery(accountQuery(consumptionHistory, account));
  const tariffs = useQuery(accountQuery(tariffHistory, account));
  return {
    data: consumption.data && tariffs.data && { months: consumption.data.months, tariffs: tariffs.data },
    error: consumption.error ?? tariffs.error,
    isFetching: consumption.isFetching || tariffs.isFetching,
    /** Requests only what is not loaded. */
    retry: () => {
      for (const query of [consumption, tariffs]) if (!query.data) void query.refetch();
    },
  };
}
