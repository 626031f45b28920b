/** What stays of somebody's plans when their account goes, as long as the law asks for records of sales. */
export const KEPT_OF_PLANS: readonly string[] = [
  'Invoices and payments, at the payment provider.',
  'A record of each subscription: email address, plan and dates.',
]
