export { builtInTexts } from './built-in-texts.ts';
