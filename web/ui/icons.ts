/** Drawings for `Icon`: path data on a grid of 24, drawn with a line of 1.75. Each is exported alone to travel alone. */
export const arrowRight = 'M5 12h14M13 6l6 6-6 6';
export const chevronDown = 'M6 9l6 6 6-6';
export const check = 'M5 12.5l4.5 4.5L19 7.5';
export const close = 'M6 6l12 12M18 6L6 18';
export const info = 'M12 11v6M12 7.5v.01M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0';
export const alert =
  'M12 9.5v4.5M12 17.2v.01M10.5 4.2L2.9 17.5A1.7 1.7 0 0 0 4.4 20h15.2a1.7 1.7 0 0 0 1.5-2.5L13.5 4.2a1.7 1.7 0 0 0-3 0z';
export const clock = 'M12 7v5l3.5 2M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0';
export const sun =
  'M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4';
export const moon = 'M20 14.2A8.2 8.2 0 0 1 9.8 4a8.2 8.2 0 1 0 10.2 10.2z';
export const search = 'M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M15.3 15.3L20 20';
