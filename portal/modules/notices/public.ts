export { insertNotice } from './notice-store.ts';
