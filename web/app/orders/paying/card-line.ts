const BRANDS: Readonly<Record<string, string>> = { VISA: "Visa", MASTERCARD: "Mastercard", JCB: "JCB" };

/** "Visa •••• 4410" */
export const cardLine = ({ brand, last_four }: { brand: string; last_four: string }): string =>
  `${BRANDS[brand] ?? brand} •••• ${last_four}`;

/** "08/2029" */
export const monthLine = (expires: string): string => expires.split("-").reverse().join("/");

/** File name among the payment tiles. */
export const cardLogo = (brand: string): string => (brand in BRANDS ? brand.toLowerCase() : "vpbank");
