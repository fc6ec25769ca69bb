/** Sign-in and accounts. Texts: spec/messages.md. */
export const accountMessages = {
  'identity.badCredentials': 'Такої комбінації логіна і пароля не знайдено',
  'identity.attemptsExhausted':
    'Кількість спроб вичерпано. Перевірте розкладку клавіатури, клавіші Shift і Caps Lock. Спробуйте ще раз через {minutes} хв.',
  'identity.wrongCode': 'Невірний код',
  'identity.codeExpired': 'Термін дії коду минув. Отримайте новий код.',
  'identity.smsLoginFailed':
    'Не вдалося увійти за кодом. Щоб відновити пароль, зверніться до контактного центру: {phones}.',
  'identity.phoneTaken': 'Цей номер уже зареєстровано. Увійдіть або відновіть пароль.',
  'identity.consent':
    'Я даю згоду на обробку моїх персональних даних відповідно до Закону України «Про захист персональних даних».',
  'identity.dualAuth': 'Підтвердьте вхід кодом, який ми надіслали на {maskedPhone}.',
  'identity.totpRequired': 'Підтвердьте вхід кодом із застосунку для входу.',
  'identity.passwordNeeded':
    'Для цього кабінету потрібен пароль: увімкнено підтвердження входу. Увійдіть за паролем.',
  'identity.recoverByEmail':
    'Вхід до цього кабінету підтверджується кодом з SMS, тому пароль відновлюють за підтвердженим e-mail або в контактному центрі.',
  'identity.wrongPassword': 'Поточний пароль неправильний.',
  'identity.weakPassword': 'Такий пароль легко вгадати. Придумайте інший.',
  'identity.entityTaken': 'Кабінет для цього рахунку вже створено. Увійдіть або відновіть пароль.',
  'identity.confirmationNeeded': 'Щоб змінити номер або e-mail, підтвердьте його кодом.',
  'identity.emailTaken': 'Цей e-mail уже підтверджено в іншому кабінеті.',
  'identity.secondFactorOff': 'Підтвердження входу вимкнено.',
  'accounts.noContract':
    'За цим рахунком немає чинного договору. Зверніться до контактного центру: {phones}.',
  'accounts.noObjects': "До вашого кабінету ще не додано жодного об'єкта.",
  'accounts.codeMismatch':
    'Номер рахунку або код не підходять. Код надруковано на рахунку за електроенергію.',
  'accounts.alreadyAdded': "Цей об'єкт уже є у вашому кабінеті.",
} as const;
