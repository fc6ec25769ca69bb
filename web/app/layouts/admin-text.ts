import { text as search } from '#web/features/search/text.ts';
import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as actions } from '#web/lib/list/actions-text.ts';
import { text as performance } from '#web/lib/list/performance-text.ts';
import { rolesText as roles } from '#web/lib/list/roles-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Names of the sections of staff. */
export const text = {
  readings: common.readings,
  account: common.userAccount,
  actions: actions.staffActions,
  administrators: actions.administrators,
  authorities: 'Надавачі підписів',
  imports: actions.imports,
  bankStatements: 'Реєстри',
  compensations: 'Компенсації',
  documents: 'Документи компаній',
  feedback: common.feedback,
  hideMenu: 'Сховати меню',
  showMenu: 'Показати меню',
  management: search.title,
  content: actions.content,
  maintenance: actions.maintenance,
  masterData: 'Зміни даних',
  desk: common.tickets,
  messageManager: 'Розсилки',
  overview: common.overview,
  payments: common.payments,
  performance: performance.performance,
  performanceShort: 'Сервери',
  reports: common.reports,
  rules: actions.rules,
  serviceTerms: actions.serviceTerms,
  supplierData: actions.supplierData,
  tariffs: actions.tariffs,
  runs: 'Закриття',
  volumes: 'Обсяги',
  violationActs: common.violationActs,
  groups: {
    customers: search.groups.customer,
    billing: roles.billing.name,
    supplier: cabinet.supplier,
    system: 'Система',
  },
} as const;

/** What each section of staff is for. */
export const aboutSections = {
  '/cabinet/admin': 'Що зараз із клієнтами, оплатами й серверами.',
  '/cabinet/admin/management': 'Пошук клієнтів, рахунків, лічильників і платежів, усі розділи працівників.',
  '/cabinet/admin/bank-statements': 'Виписки банків: завантажити, зіставити оплати з рахунками, провести.',
  '/cabinet/admin/payments': 'Знайти платіж, побачити його шлях, повернути кошти, виправити нарахування.',
  '/cabinet/admin/management/desk': 'Черга звернень і чатів, відповіді, строки, шаблони.',
  '/cabinet/admin/management/readings-review': 'Показання, які чекають на рішення оператора.',
  '/cabinet/admin/management/compensations': 'Компенсації за порушені строки: рішення й нарахування.',
  '/cabinet/admin/management/message_manager': 'Службові повідомлення сайту й розсилки клієнтам.',
  '/cabinet/admin/management/master-data': 'Власник, тариф, лічильник, потужність рахунка з датою зміни.',
  '/cabinet/admin/management/tariffs':
    'Ціни за датами, заплановані версії: випробувати на рахунках, ввести в дію, скасувати.',
  '/cabinet/admin/management/runs': 'Пробний розрахунок місяця, винятки, закриття з паузою й поступом.',
  '/cabinet/admin/management/acts':
    'Акти про порушення: скласти, записати рішення, поділити на частини, скасувати.',
  '/cabinet/admin/management/imports': 'Файли постачальника: перевірити, побачити помилки, завантажити.',
  '/cabinet/admin/management/volumes': 'Запити компаній на зміну договірних обсягів.',
  '/cabinet/admin/management/documents': 'Заперечення компаній до актів і розбіжності звірок.',
  '/cabinet/admin/management/rules': 'Вікна показань, пороги, обмеження й календар за датами.',
  '/cabinet/admin/management/service-terms':
    'Робочі й вихідні дні, строки відповідей, години чату, компенсації за датами.',
  '/cabinet/admin/management/supplier': 'Реквізити, контакти, офіси, логотип і колір постачальника.',
  '/cabinet/admin/management/content':
    'Порадник, закони й слова першої сторінки: чернетки, перегляд, історія.',
  '/cabinet/admin/management/maintenance': 'Коли кабінет клієнтів закрито і що вони бачать у цей час.',
  '/cabinet/admin/management/administrators':
    'Адміністратори: ролі, другий фактор, блокування, останній вхід.',
  '/cabinet/admin/management/authorities': 'Сертифікати, за якими перевіряємо електронні підписи.',
  '/cabinet/admin/management/actions': 'Аудит: хто з працівників що змінив, коли й з якої адреси.',
  '/cabinet/admin/feedback/stats': 'Оцінки й тексти клієнтів за сторінками та зверненнями.',
  '/cabinet/admin/perf_dashboard': 'Навантаження, помилки й швидкість серверів просто зараз.',
  '/cabinet/admin/statreports': 'Звіти про виклики, входи, показання, оплати й борги.',
  '/cabinet/admin/settings': 'Пароль, другий фактор і сеанси власного облікового запису.',
} as const;
