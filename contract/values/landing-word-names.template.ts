import type { LandingWord } from './landing-words.template.ts';

/** Names of the words of the landing, as the editor and the list of staff actions show them. */
export const landingWordNames: Readonly<Record<LandingWord, string>> = {
  title: 'Головний заголовок',
  lead: 'Під заголовком',
  tariffTitle: 'Тарифи: заголовок',
  tariffNote: 'Тарифи: примітка',
  howTitle: 'Три кроки: заголовок',
  step1Title: 'Крок 1',
  step1Body: 'Крок 1: текст',
  step2Title: 'Крок 2',
  step2Body: 'Крок 2: текст',
  step3Title: 'Крок 3',
  step3Body: 'Крок 3: текст',
  nightTitle: 'Нічний тариф: заголовок',
  contactsTitle: 'Контакти: заголовок',
  contactsBody: 'Контакти: текст',
};
