import { addDays, type LocalDate } from '#domain/time/local-date.ts';

/**
 * A day of a network of kiosks in the format `kiosk-daily`: money of which nobody knows at once whose it is, so that the
 * queue of the registers shows what an operator does. It changes no balance of the sample.
 */
export function sampleRegister(today: LocalDate): string {
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
