/** The calls of the ways in: not part of the first load, they come while the fields are filled in. */
export const loadSender = () => import('./api.ts');
