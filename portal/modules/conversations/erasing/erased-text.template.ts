/** In place of what was written. */
export const erasedText = 'Текст видалено: минув строк зберігання.';

/** In place of the subject of a conversation. */
export const erasedTitle = 'Звернення, текст якого видалено';

/** In place of a name, a phone or an e-mail of a person who asked for it. */
export const erasedDetail = '[видалено]';
