/** Drawings for `Icon` that only the cabinet shows: apart from those of the first load (`icons.ts`). */
export const arrowLeft = 'M19 12H5M11 6l-6 6 6 6';
export const plus = 'M12 5v14M5 12h14';
export const pause = 'M9 6v12M15 6v12';
export const play = 'M8 5.5v13l10.5-6.5z';
export const phone =
  'M6.2 3.5h2.6l1.6 4.2-2 1.5a12 12 0 0 0 6.4 6.4l1.5-2 4.2 1.6v2.6a2 2 0 0 1-2.2 2A16.6 16.6 0 0 1 4.2 5.7a2 2 0 0 1 2-2.2z';
export const home = 'M4 11l8-7 8 7M6 9.5V20h4.5v-5.5h3V20H18V9.5';
export const meter = 'M5 4h14v16H5zM8 8h8v4H8zM12 15.5v.01M9 17h.01M15 17h.01';
export const bill = 'M6 3.5h12V21l-3-1.8-3 1.8-3-1.8L6 21zM9 8h6M9 12h6';
export const envelope = 'M3.5 6h17v12h-17zM4 6.5l8 6.5 8-6.5';
export const card = 'M3.5 6h17v12h-17zM3.5 10h17M7 14.5h3';
export const signOut = 'M14 4H5v16h9M10.5 12H20M16 8l4 4-4 4';
export const download = 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14';
export const camera = 'M4 8h3.5l1.5-2.5h6L16.5 8H20v11H4zM8.8 13.2a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0';
export const table = 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14';
export const retry = 'M20 5v5h-5M19.5 10A8 8 0 1 0 20 13';
export const laptop = 'M5 5.5h14v10H5zM2.5 18.5h19';
export const mobile = 'M7.5 3h9v18h-9zM11 18h2';
export const user = 'M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M4.5 20.5c0-3.9 3.4-6 7.5-6s7.5 2.1 7.5 6';
export const settings =
  'M4 7.5h9M17 7.5h3M4 16.5h3M11 16.5h9M13 7.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0M7 16.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0';
export const building = 'M5 20.5V4h9v16.5M14 9.5h5v11M8 8h3M8 12h3M8 16h3M3 20.5h18';
export const overview = 'M4 20V11M10 20V4M16 20v-6M21 20H3';
export const calculator =
  'M6 3.5h12v17H6zM9 7h6M9 11.5h.01M12 11.5h.01M15 11.5h.01M9 14.5h.01M12 14.5h.01M15 14.5h.01M9 17.5h3M15 17.5h.01';
export const list = 'M4.5 4h15v16h-15zM4.5 8h15M9.5 8v12M12 12h5M12 16h5';
export const folder = 'M3.5 6h6l2 2.5h9V19h-17z';
export const guide = 'M12 6.5C10 5 7 4.5 4 4.5V18c3 0 6 .5 8 2 2-1.5 5-2 8-2V4.5c-3 0-6 .5-8 2zM12 6.5V20';
export const sidebar = 'M3.5 5h17v14h-17zM9 5v14';
export const more = 'M5 12v.01M12 12v.01M19 12v.01';
export const external = 'M13 5h6v6M19 5l-8.5 8.5M10 6H5v13h13v-5';
