/** What of the agreed sentence on the day-night meter says how much cheaper the night is. */
export const text = {
  share: ' на 50 %',
  shareOf: ' на {percent} %',
} as const;
