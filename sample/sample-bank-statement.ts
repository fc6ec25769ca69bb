import { addDays, type LocalDate } from '#domain/time/local-date.ts';

/**
 * A day of a kiosk network in the format `kiosk-daily` with rows that can't be matched automatically, to demonstrate
 * the operator queue. Does not change sample balances.
 */
export function sampleStatement(today: LocalDate): string {
  const date = addDays(today, -1);
  const rows = [
    ['418.20', '2390007111', 'Коваль Олена', 'За електроенергію'],
    ['250.00', '239000112', 'Мельник Ігор', 'о/р 239000112 за світло'],
    ['1000.00', '', 'ТОВ "Ранок"', 'Оплата згідно рахунку 77 від 01.10'],
    ['96.40', '', '', 'За світло, дякую'],
    ['312.75', '9990001111', 'Гнатюк Петро', 'Комунальні послуги'],
  ];
  const lines = rows.map((row) =>
    [date, ...row].map((value) => `"${value.replaceAll('"', '""')}"`).join(','),
  );
  return `date,amount,account,payer,comment\n${lines.join('\n')}\n`;
}
