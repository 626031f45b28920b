/** What stays of somebody's plans when their account goes, as long as the law asks for records of sales. */
export const KEPT_OF_PLANS: readonly string[] = [
  'Invoices and payments, at the payment provider.',
  'One line about each subscription: address, plan and dates.',
]
