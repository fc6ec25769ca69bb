import type { CustomerPlan } from '#sample/households/household-plan.ts';
import type { CompanyPlan } from './entity-plan.ts';

function companyOf(
  place: number,
  companyName: string,
  taxCode: string,
  mail: string,
): CustomerPlan & { readonly companyName: string } {
  return {
    code: `E900000${place}`,
    surname: '',
    name: '',
    middleName: '',
    companyName,
    taxCode,
    phone: `+38050112000${place}`,
    email: `office@${mail}.example`,
  };
}

export const bakery = companyOf(1, 'ТОВ «Світлогірська пекарня»', '44702151', 'pekarnia');
export const chain = companyOf(2, 'ТОВ «Кошик щодня»', '44703160', 'koshyk');
export const pharmacy = companyOf(3, 'ТОВ «Аптека на Вишневій»', '44812072', 'apteka');
export const schools = companyOf(4, 'Відділ освіти Світлогірської міської ради', '44803106', 'osvita');
export const waterUtility = companyOf(5, 'КП «Калинівводоканал»', '44804119', 'vodokanal');
export const officeCentre = companyOf(6, 'ТОВ «Бізнес-центр «Вежа»', '44805128', 'vezha');

/** Who signs for each company. */
export const companyPlans: readonly CompanyPlan[] = [
  {
    customer: bakery,
    vatNumber: '447021519180',
    legalAddress: '46901, Тернопільська обл., м. Світлогір, вул. Хлібна, 4',
    postalAddress: '',
    bankName: 'АТ КБ «ПриватБанк»',
    iban: 'UA353052990000026005050100001',
    signerName: 'Гончар Олена Степанівна',
    signerPost: 'директорка',
    signerGround: 'статут',
  },
  {
    customer: chain,
    vatNumber: '447031609181',
    legalAddress: '47510, Тернопільська обл., м. Калинів, вул. Галицька, 18',
    postalAddress: '47510, м. Калинів, а/с 312',
    bankName: 'АТ «Ощадбанк»',
    iban: 'UA083052990000026005050100002',
    signerName: 'Мазур Ірина Василівна',
    signerPost: 'головна енергетикиня',
    signerGround: 'довіреність № 17 від 09.01.2026',
  },
  {
    customer: pharmacy,
    vatNumber: '',
    legalAddress: '46901, Тернопільська обл., м. Світлогір, вул. Вишнева, 2',
    postalAddress: '',
    bankName: 'АТ КБ «ПриватБанк»',
    iban: 'UA783052990000026005050100003',
    signerName: 'Яремчук Тарас Іванович',
    signerPost: 'директор',
    signerGround: 'статут',
  },
  {
    customer: schools,
    vatNumber: '',
    legalAddress: '46901, Тернопільська обл., м. Світлогір, вул. Соборна, 12',
    postalAddress: '',
    bankName: 'ДКСУ, м. Київ',
    iban: 'UA513052990000026005050100004',
    signerName: 'Пасічник Надія Петрівна',
    signerPost: 'начальниця відділу',
    signerGround: 'положення про відділ',
  },
  {
    customer: waterUtility,
    vatNumber: '448041199184',
    legalAddress: '47510, Тернопільська обл., м. Калинів, вул. Набережна, 1',
    postalAddress: '',
    bankName: 'АТ «Укргазбанк»',
    iban: 'UA243052990000026005050100005',
    signerName: 'Кушнір Роман Михайлович',
    signerPost: 'директор',
    signerGround: 'статут',
  },
  {
    customer: officeCentre,
    vatNumber: '448051289185',
    legalAddress: '46903, Тернопільська обл., м. Світлогір, просп. Незалежності, 40',
    postalAddress: '',
    bankName: 'АТ КБ «ПриватБанк»',
    iban: 'UA943052990000026005050100006',
    signerName: 'Левицька Юлія Андріївна',
    signerPost: 'керуюча',
    signerGround: 'довіреність № 3 від 02.02.2026',
  },
];
