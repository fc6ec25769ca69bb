/** The smallest folder that loads: one household with one meter, one closed month (2026-10) and one payment. */
export const supplierFiles = {
  'supplier.csv': `name,short_name,edrpou,iban,bank_name,address,phones,mobile_phones,email,readings_email,main_url,images,account_digits,rules
Supplier,Short,41234569,UA113052990000026038000123456,Bank,Address,0 800 300 015,,info@a.example,pokazy@a.example,https://a.example,,10,"{}"
`,
  'tariffs.csv': `tariff_code,title
household,Household
`,
  'tariff-versions.csv': `tariff_code,valid_from,valid_to,rule,price,blocks,limit_kwh,reduced_price,season_from,season_to,coefficients,act
household,2024-06-01,,flat,4.32,,,,,,two.night=0.5,Act
`,
  'customers.csv': `customer_code,customer_type,surname,name,middle_name,company_name,tax_code,phone,email
C1,person,Surname,Name,,,3390945670,+380501110001,a@b.example
`,
  'accounts.csv': `account_number,customer_code,object_code,contract_number,contract_date,contract_ended_on,consumer_eic,tariff_code,billing_condition,input_blocked,feed_in,opening_balance,opened_on
2390001111,C1,CODE1111,N1,2020-01-15,,62X003485000012Y,household,normal,no,no,0.50,2020-01-15
`,
  'premises.csv': `account_number,postcode,region,settlement,street,building,apartment,heating,resident_count
2390001111,46901,Region,Town,Street,1,2,none,2
`,
  'metering-points.csv': `account_number,eic_code,point_state,contracted_power_kw,verification_requested
2390001111,62Z0123456789017,active,5,no
`,
  'meters.csv': `account_number,eic_code,serial_number,meter_type,zone_scheme,digit_capacity,coefficient,meter_state,installed_on,removed_on,verified_on
2390001111,62Z0123456789017,21040017,Type,single,5,1,working,2021-05-18,,2021-05-18
`,
  'registers.csv': `account_number,serial_number,zone,installed_value,removed_value
2390001111,21040017,single,0,
`,
  'readings.csv': `account_number,serial_number,zone,effective_date,value,source,submitted_on
2390001111,21040017,single,2026-10-01,12345,customer,2026-09-30
2390001111,21040017,single,2026-11-01,12425,customer,2026-10-31
`,
  'payments.csv': `reference,account_number,paid_on,landed_on,amount,purpose,act_number,provider
P-1,2390001111,2026-11-05,2026-11-06,432.00,energy,,bank
`,
} as const;
