import { rateFor } from '../tax/rates.mjs';

/** The tax of an order: the country it is shipped to decides. */
export const taxOf = (order) => order.net * rateFor(order.shipTo ?? order.billTo);
